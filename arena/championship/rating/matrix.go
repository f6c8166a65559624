package rating

import "math"

// matrix is a symmetric matrix, of which the lower half is kept row by row.
type matrix struct {
	n      int
	values []float64
}

func newMatrix(n int) *matrix { return &matrix{n, make([]float64, n*(n+1)/2)} }

func (m *matrix) clear() { clear(m.values) }

func (m *matrix) row(i int) []float64 { return m.values[i*(i+1)/2 : (i+1)*(i+2)/2] }

func (m *matrix) at(i, j int) float64 {
	if i < j {
		i, j = j, i
	}
	return m.values[i*(i+1)/2+j]
}

func (m *matrix) add(i, j int, v float64) {
	if i < j {
		i, j = j, i
	}
	m.values[i*(i+1)/2+j] += v
}

// decompose puts the Cholesky factor in the matrix's place. It reports false
// where the matrix is not clearly positive definite.
func (m *matrix) decompose() bool {
	const smallest = 1e-10 // of what was on the diagonal
	for i := range m.n {
		ri := m.row(i)
		for j := range i {
			ri[j] = (ri[j] - dot(ri[:j], m.row(j)[:j])) / m.row(j)[j]
		}
		left := ri[i] - dot(ri[:i], ri[:i])
		if !(left > smallest*ri[i]) {
			return false
		}
		ri[i] = math.Sqrt(left)
	}
	return true
}

// dot returns the scalar product; four sums at once keep the processor busy.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// solve returns x with matrix·x = y, of a decomposed matrix.
func (m *matrix) solve(y []float64) []float64 {
	x := make([]float64, m.n)
	copy(x, y)
	for i := range m.n {
		r := m.row(i)
		x[i] = (x[i] - dot(r[:i], x[:i])) / r[i]
	}
	for i := m.n - 1; i >= 0; i-- {
		r := m.row(i)
		x[i] /= r[i]
		for j := range i {
			x[j] -= r[j] * x[i]
		}
	}
	return x
}

// inverse returns the inverse of a decomposed matrix: that of the factor,
// transposed and multiplied with itself.
func (m *matrix) inverse() *matrix {
	// Column j of the factor's inverse, from row j down, lies together.
	columns := make([][]float64, m.n)
	for j := range m.n {
		c := make([]float64, m.n-j)
		c[0] = 1 / m.row(j)[j]
		for i := j + 1; i < m.n; i++ {
			r := m.row(i)
			c[i-j] = -dot(r[j:i], c[:i-j]) / r[i]
		}
		columns[j] = c
	}
	inv := newMatrix(m.n)
	for i := range m.n {
		r := inv.row(i)
		for j := range i + 1 {
			r[j] = dot(columns[i], columns[j][i-j:])
		}
	}
	return inv
}
