package seccomp

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// data is struct seccomp_data.
type data struct {
	nr   uint32
	arch uint32
	ip   uint64
	args [6]uint64
}

func (d data) bytes() (b [64]byte) {
	binary.LittleEndian.PutUint32(b[0:], d.nr)
	binary.LittleEndian.PutUint32(b[4:], d.arch)
	binary.LittleEndian.PutUint64(b[8:], d.ip)
	for i, a := range d.args {
		binary.LittleEndian.PutUint64(b[16+8*i:], a)
	}
	return b
}

// run executes a filter as the kernel's documentation of classic BPF says
// (Documentation/networking/filter.rst), with the kernel's own checks.
func run(prog []unix.SockFilter, d data) (Action, int, error) {
	mem := d.bytes()
	var acc uint32
	steps := 0
	for pc := 0; pc < len(prog); pc++ {
		in := prog[pc]
		steps++
		jump := func(yes bool) {
			if yes {
				pc += int(in.Jt)
			} else {
				pc += int(in.Jf)
			}
		}
		switch in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			if in.K%4 != 0 || in.K >= 64 {
				return 0, steps, fmt.Errorf("%d: load from %d", pc, in.K)
			}
			acc = binary.LittleEndian.Uint32(mem[in.K:])
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			acc &= in.K
		case unix.BPF_JMP | unix.BPF_JA:
			pc += int(in.K)
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump(acc == in.K)
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			jump(acc >= in.K)
		case unix.BPF_RET | unix.BPF_K:
			return Action(in.K), steps, nil
		default:
			return 0, steps, fmt.Errorf("%d: instruction %#x", pc, in.Code)
		}
	}
	return 0, steps, fmt.Errorf("ran off the end")
}

// reading is a policy, ready to be read from the top for one call.
type reading struct {
	p      Policy
	a      *Arch
	byCall map[string][]Rule
}

func read(p Policy, a *Arch) reading {
	r := reading{p, a, map[string][]Rule{}}
	for _, rule := range p.Rules {
		for _, c := range strings.Fields(rule.Calls) {
			r.byCall[c] = append(r.byCall[c], rule)
		}
	}
	return r
}

// meaning is what the policy says, by trying one rule after the other.
func (r reading) meaning(own uint32, d data) Action {
	if d.arch != r.a.audit || r.a == AMD64 && d.nr >= 1<<30 {
		return r.p.Foreign
	}
	if d.nr >= uint32(len(r.a.calls)) || r.a.calls[d.nr] == "" {
		return r.p.Default
	}
next:
	for _, rule := range r.byCall[r.a.calls[d.nr]] {
		for _, c := range rule.When {
			arg := d.args[c.Arg]
			hit := c.Own && uint32(arg) == own
			for _, v := range c.In {
				hit = hit || !c.Own && arg&c.Mask == v
			}
			if !hit {
				continue next
			}
		}
		return rule.Do
	}
	return r.p.Default
}

// interesting are values of an argument near to where its conditions change.
func (r reading) interesting(call string, arg int) []uint64 {
	out := []uint64{0, ^uint64(0)}
	for _, r := range r.byCall[call] {
		for _, c := range r.When {
			if c.Arg != arg {
				continue
			}
			for _, v := range c.In {
				out = append(out, v, v+1, v-1, v|1<<32, v|1<<63, v^0x80000000, v<<32, v|^c.Mask)
				for b := uint64(1); b != 0; b <<= 1 {
					if c.Mask&b != 0 && c.Mask != 0xffffffff && c.Mask != ^uint64(0) {
						out = append(out, v^b)
					}
				}
			}
			if c.Own {
				out = append(out, 77, 78, 77|1<<40)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func choose(values []uint64, limit int) []uint64 {
	if len(values) <= limit {
		return values
	}
	out := make([]uint64, limit)
	for i := range out {
		out[i] = values[i*len(values)/limit]
	}
	return out
}

const ownPIDInTests = 77

// compare checks a program against its policy's meaning for every number and
// for all pairs of arguments that some rule of the number looks at, each with
// its interesting values (an even choice of at most limit).
func compare(t testing.TB, p Policy, a *Arch, prog *Program, limit int) (cases, deepest int) {
	t.Helper()
	policy := read(p, a)
	if own := prog.OwnPID(); own != nil {
		*own = ownPIDInTests
	}
	check := func(d data) {
		got, steps, err := run(prog.insns, d)
		if err != nil {
			t.Fatalf("%s on %s: %v (%+v)", p.Name, a.Name, err, d)
		}
		if want := policy.meaning(ownPIDInTests, d); got != want {
			t.Fatalf("%s on %s: %s(%#x) arch %#x nr %#x: the filter says %v, the policy %v", p.Name, a.Name, a.Call(int(d.nr)), d.args, d.arch, d.nr, got, want)
		}
		cases++
		deepest = max(deepest, steps)
	}
	numbers := []uint32{1<<30 - 1, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1<<32 - 2}
	for n := range uint32(1024) {
		numbers = append(numbers, n, n|x32Bit)
	}
	for _, arch := range []uint32{AMD64.audit, ARM64.audit, unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, 0, a.audit ^ 1<<31, ^uint32(0)} {
		for _, n := range numbers {
			check(data{nr: n, arch: arch})
		}
	}
	for nr, call := range a.calls {
		var used []int
		var values [6][]uint64
		for i := range 6 {
			values[i] = choose(policy.interesting(call, i), limit)
			if len(values[i]) > 2 {
				used = append(used, i)
			}
		}
		for _, i := range used {
			for _, j := range used {
				for _, v := range values[i] {
					for _, w := range values[j] {
						d := data{nr: uint32(nr), arch: a.audit}
						for _, k := range used { // the rest: what their rules want
							d.args[k] = values[k][len(values[k])/2]
						}
						d.args[i], d.args[j] = v, w
						check(d)
						d.arch ^= 1
						check(d)
					}
				}
			}
		}
	}
	return cases, deepest
}

const testKey = 0x1234_5678_9abc_def0

// housePolicies are all that a launcher loads.
func housePolicies(t testing.TB) []Policy {
	out := []Policy{OwnSignals()}
	for _, p := range []Policy{Bot(), Runtime(), Build(), Stopped(Bot())} {
		out = append(out, p, Inherited(p, testKey, 900))
	}
	return out
}

func TestFiltersSayWhatThePoliciesMean(t *testing.T) {
	for _, p := range housePolicies(t) {
		for _, a := range []*Arch{AMD64, ARM64} {
			prog, err := Compile(p, a)
			if err != nil {
				t.Fatal(err)
			}
			cases, deepest := compare(t, p, a, prog, 1000)
			t.Logf("%-20s %s: %4d instructions, at most %2d for a call, %d cases", p.Name, a.Name, prog.Len(), deepest, cases)
			// A chain would need hundreds; seccomp's cost at load is the sum.
			if deepest > 48 {
				t.Errorf("%s on %s: a call takes %d instructions", p.Name, a.Name, deepest)
			}
		}
	}
}

// randomPolicy makes any policy that check lets pass, from a source of bits.
func randomPolicy(r *rand.Rand) Policy {
	actions := []Action{Allow, KillProcess, Notify, Errno(0), Errno(unix.EPERM), Errno(unix.ENOSYS)}
	action := func() Action { return actions[r.IntN(len(actions))] }
	p := Policy{Name: "random", Default: action(), Foreign: KillProcess}
	own := false
	masks := []uint64{^uint64(0), 0xffffffff, 0xffffffff << 32, 1, 1 << 63, r.Uint64() | 1, 0xf0000000f}
	for range r.IntN(80) {
		rule := Rule{Do: action(), Why: "random"}
		for range 1 + r.IntN(4) {
			for {
				if c := AMD64.Call(r.IntN(len(AMD64.calls))); c != "" {
					rule.Calls += " " + c
					break
				}
			}
		}
		for range r.IntN(4) {
			c := Cond{Arg: r.IntN(6), Mask: masks[r.IntN(len(masks))]}
			for range 1 + r.IntN(6) {
				c.In = append(c.In, (r.Uint64()>>r.IntN(64))&c.Mask)
			}
			rule.When = append(rule.When, c)
		}
		if !own && r.IntN(40) == 0 {
			own = true
			rule.Calls = "tgkill"
			rule.When = append(rule.When, Own(r.IntN(6)))
		}
		p.Rules = append(p.Rules, rule)
	}
	return p
}

func FuzzCompile(f *testing.F) {
	for seed := range uint64(25) {
		f.Add(seed, seed*31)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) {
		p := randomPolicy(rand.New(rand.NewPCG(a, b)))
		for _, arch := range []*Arch{AMD64, ARM64} {
			prog, err := Compile(p, arch)
			if err != nil {
				if strings.Contains(err.Error(), "too long") {
					continue
				}
				t.Fatal(err)
			}
			compare(t, p, arch, prog, 12)
		}
	})
}

func TestSubtreesTooFarForAConditionalJump(t *testing.T) {
	// Every second call differently, with long bodies: the tree's upper nodes
	// must jump over thousands of instructions.
	p := Policy{Name: "wide", Default: Errno(unix.ENOSYS), Foreign: KillProcess}
	for nr := 0; nr < 300; nr += 2 {
		p.Rules = append(p.Rules, Rule{Calls: AMD64.Call(nr), When: []Cond{Long(nr%6, uint64(nr), uint64(nr)<<40, 1<<63)}, Do: Errno(unix.Errno(1 + nr%100)), Why: "test"})
	}
	prog, err := Compile(p, AMD64)
	if err != nil {
		t.Fatal(err)
	}
	if prog.Len() < 1500 {
		t.Fatalf("only %d instructions: the test does not reach what it is for", prog.Len())
	}
	compare(t, p, AMD64, prog, 1000)
}

func TestCompileRefuses(t *testing.T) {
	many := Cond{Arg: 1, Mask: 0xffffffff}
	for v := range uint64(300) {
		many.In = append(many.In, v)
	}
	base := func(r ...Rule) Policy { return Policy{Name: "p", Default: Errno(1), Foreign: KillProcess, Rules: r} }
	foreign := base()
	foreign.Foreign = Allow
	huge := base()
	for nr := range 330 {
		if c := AMD64.Call(nr); c != "" {
			wide := many
			wide.In = wide.In[:100]
			huge.Rules = append(huge.Rules, Rule{Calls: c, When: []Cond{wide}, Do: Errno(unix.Errno(nr))})
		}
	}
	for _, c := range []struct {
		p    Policy
		want string
	}{
		{base(Rule{Calls: "raed", Do: Allow}), `no architecture has a call "raed"`},
		{base(Rule{Calls: " ", Do: Allow}), "names no call"},
		{foreign, "allows foreign calls"},
		{base(Rule{Calls: "read", When: []Cond{{Arg: 6, Mask: 1, In: []uint64{1}}}}), "no argument 6"},
		{base(Rule{Calls: "read", When: []Cond{{Arg: 0, Mask: 1, In: []uint64{2}}}}), "never true"},
		{base(Rule{Calls: "read", When: []Cond{{Arg: 0, Mask: 1}}}), "compares nothing"},
		{base(Rule{Calls: "read", When: []Cond{many}}), "too long"},
		{base(Rule{Calls: "read fstat", When: []Cond{Own(0)}}), "asks twice"},
		{huge, "of which a filter can have 4096"},
	} {
		if _, err := Compile(c.p, AMD64); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}
