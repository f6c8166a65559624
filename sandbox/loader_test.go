package sandbox

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/sandbox/tinyelf"
)

// TestLoaders: what a program names as its loader is shown to it, so it can be
// nothing but a loader, and be named once: the kernel takes the first.
func TestLoaders(t *testing.T) {
	s := newSandbox(t, testOptions())
	const real = "/lib64/ld-linux-x86-64.so.2\x00"
	for _, loaders := range [][]string{
		{"/etc\x00"},
		{"/\x00"},
		{"/dev\x00"},
		{"/etc/passwd\x00"},
		{"/tmp/ld-linux-x86-64.so.2\x00"},
		{"ld-linux-x86-64.so.2\x00"},
		{"/lib64/../etc/ld-linux-x86-64.so.2\x00"},
		{"/lib/../../etc\x00"},
		{"/etc\x00" + real},
		{real + "/etc\x00"},
		{""},
		{"\x00"},
		{real, "/etc\x00"},
		{"/etc\x00", real},
		{real, real},
		{"/lib64/\x1b[31mld.so\x00"},
	} {
		path := t.TempDir() + "/bot"
		if err := os.WriteFile(path, withLoaders(loaders...), 0o755); err != nil {
			t.Fatal(err)
		}
		p, err := s.Open(path, ProgramOptions{})
		var refused *ProgramError
		if err == nil {
			t.Errorf("%q: taken, with the loader %q", loaders, p.Interpreter)
			p.Close()
		} else if !errors.As(err, &refused) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v", loaders, err)
		}
	}
}

// withLoaders returns a program that names these loaders.
func withLoaders(loaders ...string) []byte {
	image := tinyelf.Image([]byte{0})
	at := len(image)
	image = append(image, image[64:64+2*56]...) // the headers that it has
	header := len(image)
	image = append(image, make([]byte, 56*len(loaders))...)
	for i, l := range loaders {
		h := image[header+56*i:]
		binary.LittleEndian.PutUint32(h, 3) // PT_INTERP
		binary.LittleEndian.PutUint64(h[8:], uint64(len(image)))
		binary.LittleEndian.PutUint64(h[32:], uint64(len(l))) // p_filesz
		image = append(image, l...)
	}
	binary.LittleEndian.PutUint64(image[32:], uint64(at)) // e_phoff
	binary.LittleEndian.PutUint16(image[56:], uint16(2+len(loaders)))
	return image
}

// TestTooLongArguments: a bot whose own arguments the kernel does not take did
// not start; the arena is not at fault.
func TestTooLongArguments(t *testing.T) {
	s := newSandbox(t, testOptions())
	for name, c := range map[string]Command{
		"argument":    {Args: []string{strings.Repeat("a", 140_000)}},
		"environment": {Env: []string{"A=" + strings.Repeat("a", 200_000)}},
	} {
		c.Program = open(t, s, cProgram(t, "behave"))
		p, err := s.Start(&c)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if f := p.Wait(t.Context()); f.Status != StatusNotStarted || !strings.Contains(f.Fault, "too long") {
			t.Errorf("%s: %+v", name, f)
		}
		p.Close()
	}
}

// TestDamagedHeaders: whatever stands in a program's headers, its end is its own
// and no fault of the arena's, which would have its match played again.
func TestDamagedHeaders(t *testing.T) {
	s := newSandbox(t, testOptions())
	rng := rand.New(rand.NewPCG(1, 2))
	image := tinyelf.Image([]byte{0x90, 0xcc}) // on either machine, an end by a signal
	headers := 64 + 2*56                       // of the file, and of its segments
	started := 0
	for range 500 {
		b := slices.Clone(image)
		for range 1 + rng.IntN(3) {
			b[16+rng.IntN(headers-16)] = []byte{0, 0xff, byte(rng.Int()), b[0]}[rng.IntN(4)]
		}
		b = b[:len(b)-rng.IntN(2)*rng.IntN(len(b)-1)]
		path := t.TempDir() + "/bot"
		if err := os.WriteFile(path, b, 0o755); err != nil {
			t.Fatal(err)
		}
		bot, err := s.Open(path, ProgramOptions{})
		if err != nil {
			var refused *ProgramError
			if !errors.As(err, &refused) {
				t.Fatalf("%v\n%x", err, b)
			}
			continue
		}
		p, err := s.Start(&Command{Program: bot, CPUs: []int{0}})
		bot.Close()
		if err != nil {
			t.Fatalf("%v\n%x", err, b)
		}
		stop := time.AfterFunc(10*time.Second, func() { p.Kill(KilledTime) })
		if f := p.Wait(t.Context()); f.Status == StatusArenaFault || f.Fault != "" && f.Status != StatusNotStarted {
			t.Fatalf("%+v\n%x", f, b)
		}
		stop.Stop()
		p.Close()
		started++
	}
	if started < 50 {
		t.Errorf("only %d were started", started)
	}
	t.Logf("%d of 500 were started", started)
}
