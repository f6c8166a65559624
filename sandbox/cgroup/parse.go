package cgroup

// The parsers read what the kernel wrote into a buffer of ours, and allocate
// nothing. Each reports false where the text does not hold what is asked.

// number reads the digits that a text begins with. A figure that does not fit
// is held at the largest.
func number(b []byte) (n uint64, ok bool) {
	const most = ^uint64(0)
	for i, c := range b {
		if c < '0' || c > '9' {
			return n, i > 0
		}
		if n > (most-uint64(c-'0'))/10 {
			n = most
			continue
		}
		n = n*10 + uint64(c-'0')
	}
	return n, len(b) > 0
}

// cutLine takes the first line off.
func cutLine(b []byte) (line, rest []byte) {
	if i := index(b, '\n'); i >= 0 {
		return b[:i], b[i+1:]
	}
	return b, nil
}

// field finds the line "key number".
func field(b []byte, key string) (uint64, bool) {
	for len(b) > 0 {
		var line []byte
		line, b = cutLine(b)
		if len(line) > len(key) && line[len(key)] == ' ' && string(line[:len(key)]) == key {
			return number(line[len(key)+1:])
		}
	}
	return 0, false
}

// fullTotal finds the figure "total" of the line "full" of a pressure file, in
// microseconds.
func fullTotal(b []byte) (uint64, bool) {
	for len(b) > 0 {
		var line []byte
		line, b = cutLine(b)
		if len(line) < 5 || string(line[:5]) != "full " {
			continue
		}
		const key = " total="
		for i := 4; i+len(key) <= len(line); i++ {
			if string(line[i:i+len(key)]) == key {
				return number(line[i+len(key):])
			}
		}
		return 0, false
	}
	return 0, false
}

func index(b []byte, c byte) int {
	for i := range b {
		if b[i] == c {
			return i
		}
	}
	return -1
}

// appendNumber writes n in decimal.
func appendNumber(b []byte, n uint64) []byte {
	var d [20]byte
	i := len(d)
	for {
		i--
		d[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return append(b, d[i:]...)
		}
	}
}
