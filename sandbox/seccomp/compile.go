package seccomp

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Offsets into struct seccomp_data (linux/seccomp.h): what a filter can load.
const (
	dataNr   = 0
	dataArch = 4
	dataArgs = 16 // six of 8 bytes; the lower half first on both architectures
)

const (
	opLoad = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	opAnd  = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	opJeq  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	opJge  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	opJump = unix.BPF_JMP | unix.BPF_JA
	opRet  = unix.BPF_RET | unix.BPF_K
)

// maxInsns is the kernel's longest program (BPF_MAXINSNS).
const maxInsns = 4096

// insn is an instruction; own marks the one whose operand becomes the process's
// own id.
type insn struct {
	unix.SockFilter
	own bool
}

func op(code uint16, k uint32, jt, jf int) insn {
	return insn{SockFilter: unix.SockFilter{Code: code, K: k, Jt: uint8(jt), Jf: uint8(jf)}}
}

// code is a piece of a program. All jumps are forward and relative, so pieces
// are put together by appending them.
type code []insn

// span is a range of numbers, from lo to the next span's, that are decided
// alike.
type span struct {
	lo   uint32
	body code
}

// Compile makes the filter of a policy for an architecture. It fails on a
// policy that means nothing (an unknown call, a condition that cannot hold) or
// does not fit a filter.
//
// The numbers are laid out as a binary tree of ranges, not as a chain of
// comparisons. What costs is the loading: since Linux 5.11 the kernel runs a
// new filter once for every number of its table, to find the calls that it
// may from then on let through unseen (seccomp_cache_prepare), so a chain is
// paid for in the square of its length.
func Compile(p Policy, a *Arch) (*Program, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	rules := p.byCall()
	bodies := make([]code, len(a.calls))
	for nr, name := range a.calls {
		body, err := p.body(rules[name])
		if err != nil {
			return nil, fmt.Errorf("seccomp: policy %s: %s: %w", p.Name, name, err)
		}
		bodies[nr] = body
	}
	var spans []span
	add := func(lo uint32, body code) {
		if len(spans) == 0 || !slices.Equal(spans[len(spans)-1].body, body) {
			spans = append(spans, span{lo, body})
		}
	}
	for nr, body := range bodies {
		add(uint32(nr), body)
	}
	add(uint32(len(bodies)), ret(p.Default))
	if a.x32 {
		add(x32Bit, ret(p.Foreign))
	}
	prog := code{
		op(opLoad, dataArch, 0, 0),
		op(opJeq, a.audit, 1, 0),
		op(opRet, uint32(p.Foreign), 0, 0),
		op(opLoad, dataNr, 0, 0),
	}
	prog = append(prog, tree(spans)...)
	if len(prog) > maxInsns {
		return nil, fmt.Errorf("seccomp: policy %s needs %d instructions, of which a filter can have %d", p.Name, len(prog), maxInsns)
	}
	return newProgram(p, prog)
}

// tree decides between spans by halving them; the number is in the register.
func tree(spans []span) code {
	if len(spans) == 1 {
		return spans[0].body
	}
	mid := len(spans) / 2
	below, above := tree(spans[:mid]), tree(spans[mid:])
	var out code
	if len(below) <= 255 {
		out = code{op(opJge, spans[mid].lo, len(below), 0)}
	} else {
		// Too far for a conditional jump's eight bits.
		out = code{
			op(opJge, spans[mid].lo, 0, 1),
			op(opJump, uint32(len(below)), 0, 0),
		}
	}
	out = append(out, below...)
	return append(out, above...)
}

// byCall sorts the rules by the calls they name.
func (p Policy) byCall() map[string][]Rule {
	out := map[string][]Rule{}
	for _, r := range p.Rules {
		for c := range strings.FieldsSeq(r.Calls) {
			out[c] = append(out[c], r)
		}
	}
	return out
}

// body decides one call, by the rules that name it.
func (p Policy) body(rules []Rule) (code, error) {
	var out code
	for _, r := range rules {
		if len(r.When) == 0 {
			return append(out, ret(r.Do)...), nil
		}
		block, err := r.block()
		if err != nil {
			return nil, err
		}
		out = append(out, block...)
	}
	return append(out, ret(p.Default)...), nil
}

// block tests a rule's conditions in turn; it returns the rule's action, or
// falls out at its end.
func (r Rule) block() (code, error) {
	out := ret(r.Do)
	for _, c := range slices.Backward(r.When) {
		test, err := c.test(len(out))
		if err != nil {
			return nil, err
		}
		out = append(test, out...)
	}
	return out, nil
}

// test goes on behind its own end if the condition holds, and skip
// instructions further if not.
func (c Cond) test(skip int) (code, error) {
	lo, hi := uint32(dataArgs+8*c.Arg), uint32(dataArgs+8*c.Arg+4)
	if c.Own {
		// A process id is an int: the kernel does not look at the upper half.
		same := op(opJeq, 0, 0, skip) // 0 is nobody's id
		same.own = true
		return code{op(opLoad, lo, 0, 0), same}, tooFar(skip)
	}
	upper, lower := uint32(c.Mask>>32), uint32(c.Mask)
	values := slices.Clone(c.In)
	slices.Sort(values)
	values = slices.Compact(values)

	// Backwards: each group of values with the same upper half, then the
	// groups before it. Jumps are counted from the end of the instruction.
	var out code
	for len(values) > 0 {
		top := uint32(values[len(values)-1] >> 32)
		i := slices.IndexFunc(values, func(v uint64) bool { return uint32(v>>32) == top })
		group := values[i:]
		values = values[:i]

		holds, fails := len(out), len(out)+skip
		var g code
		for j, v := range slices.Backward(group) {
			otherwise := 0
			if j == len(group)-1 {
				otherwise = fails
			}
			g = append(code{op(opJeq, uint32(v), holds+len(g), otherwise)}, g...)
		}
		if lower == 0 {
			g = code{op(opJump, uint32(holds), 0, 0)}
		} else {
			g = append(load(lo, lower), g...)
		}
		if upper != 0 {
			// Another upper half: the group behind this one, or none.
			next := len(g)
			if holds == 0 {
				next += fails
			}
			g = append(append(load(hi, upper), op(opJeq, top, 0, next)), g...)
			if err := tooFar(next); err != nil {
				return nil, err
			}
		}
		if err := tooFar(fails + len(g)); err != nil {
			return nil, err
		}
		out = append(g, out...)
	}
	return out, nil
}

func tooFar(jump int) error {
	if jump > 255 {
		return fmt.Errorf("conditions too long: a jump over %d instructions", jump)
	}
	return nil
}

// load puts the masked half of an argument into the register.
func load(offset, mask uint32) code {
	out := code{op(opLoad, offset, 0, 0)}
	if mask != ^uint32(0) {
		out = append(out, op(opAnd, mask, 0, 0))
	}
	return out
}

func ret(a Action) code { return code{op(opRet, uint32(a), 0, 0)} }
