package fleet

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

// Machine is what a worker found out about its machine.
type Machine struct {
	Host record.Host `json:"host"` // with its speed
	// Class names machines that are alike; the CPU's name where not given.
	Class    string `json:"class"`
	Parallel int    `json:"parallel"` // matches at once
	// Layers are the jail's; none where there is no jail.
	Layers []sandbox.Layer `json:"layers"`
	// Late is how much too late a sleep of a millisecond ends, at the median.
	Late  time.Duration `json:"late"`
	Arena string        `json:"arena"` // the version
}

// Inspect measures the machine it runs on, which takes some 150 ms. Parallel
// is the number of cores that this process may use.
func Inspect(layers []sandbox.Layer) Machine {
	host := match.ThisHost()
	host.Speed = speed()
	return Machine{
		Host: host, Class: ClassName(host.CPU), Parallel: max(1, runtime.NumCPU()),
		Layers: layers, Late: lateness(), Arena: match.Version(),
	}
}

// speed returns how many million steps a second of a fixed computation one
// core does: the best of many goes of half a millisecond, as whatever else
// runs only slows it, and leaves some of them alone. A step draws a number and
// changes a table with it that fits into the core's own cache.
func speed() float64 {
	const steps = 1 << 16
	var table [1 << 12]uint64
	best := time.Duration(1<<63 - 1)
	x := uint64(1)
	for range 120 {
		began := time.Now()
		for range steps {
			x += 0x9e3779b97f4a7c15
			z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			at := z >> 52
			table[at] += z
			x ^= table[at] & 1
		}
		best = min(best, time.Since(began))
	}
	// The table's contents must count, or it would not be computed.
	if table[x>>52] == x {
		best++
	}
	return float64(int(steps/best.Seconds()/1e5)) / 10
}

func lateness() time.Duration {
	var late []time.Duration
	for range 31 {
		began := time.Now()
		time.Sleep(time.Millisecond)
		late = append(late, time.Since(began)-time.Millisecond)
	}
	slices.Sort(late)
	return late[len(late)/2]
}

// ClassName makes the name of a class out of any text: letters, digits and
// hyphens.
func ClassName(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9')
	})
	name := strings.Join(words, "-")
	if name == "" {
		return "unknown"
	}
	return name[:min(len(name), 60)]
}

// Requirements are what a machine must give.
type Requirements struct {
	Jail     string  // standard, strict or off; as record.Terms has it
	MinSpeed float64 // million steps a second; 0 for any
	// Arena is the version that all must have, as others might judge matches
	// otherwise; empty for any.
	Arena string
}

// Bounds of a clock that matches can be timed with.
const (
	maxLate = 10 * time.Millisecond
	maxSkew = time.Minute
)

// Refuse says why a machine is turned away, and what to do about it; "" where
// it may play. Skew is how much its clock differs.
func (r *Requirements) Refuse(m *Machine, skew time.Duration) string {
	switch {
	case r.Arena != "" && m.Arena != r.Arena:
		return fmt.Sprintf("its arena is %s, the fleet's is %s: copy the fleet's program to it", m.Arena, r.Arena)
	case skew.Abs() > maxSkew:
		return fmt.Sprintf("its clock differs by %v: set the clock", skew.Round(time.Second))
	case m.Late > maxLate:
		return fmt.Sprintf("its timer is %v late: nothing else may run on it, and a virtual machine needs a better clock", m.Late.Round(time.Millisecond))
	case m.Host.Speed < r.MinSpeed:
		return fmt.Sprintf("its speed is %.1f, wanted is %.1f million steps a second", m.Host.Speed, r.MinSpeed)
	case r.Jail == record.JailOff:
		return ""
	case len(m.Layers) == 0:
		return "it has no jail"
	case r.Jail != record.JailStrict:
		return "" // the jail would not have opened without all promises held
	}
	var missing, cures []string
	for _, l := range m.Layers {
		if l.InForce {
			continue
		}
		missing = append(missing, l.Name)
		if l.Cure != "" && !slices.Contains(cures, l.Cure) {
			cures = append(cures, l.Cure)
		}
	}
	if missing == nil {
		return ""
	}
	return fmt.Sprintf("it cannot give the strict jail, missing are %s: %s", strings.Join(missing, ", "), strings.Join(cures, "; "))
}
