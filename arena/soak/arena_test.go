package soak

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// place is where a soak happens.
type place struct {
	*testing.T
	dir     string
	arena   string // the program
	bots    string // the folder of the bots
	results string // the folder of the championships
	temp    string // where the arenas put what is temporary
}

// newPlace builds the programs.
func newPlace(t *testing.T) *place {
	t.Helper()
	dir := t.TempDir()
	p := &place{
		T: t, dir: dir, arena: filepath.Join(dir, "arena"),
		bots: filepath.Join(dir, "bots"), results: filepath.Join(dir, "results"), temp: filepath.Join(dir, "temp"),
	}
	for _, made := range []string{p.bots, p.results, p.temp} {
		if err := os.Mkdir(made, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// The ids that the jail gives to bots must come as far as their folder.
	for up := dir; up != "/" && up != os.TempDir(); up = filepath.Dir(up) {
		if err := os.Chmod(up, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p.build(p.arena, "botarena/arena")
	p.build(p.bot("broken"), "botarena/bots/broken")
	for _, g := range games {
		p.build(p.bot(g.bot), "botarena/bots/house/"+g.name)
	}
	return p
}

// bot returns the path of a bot's program.
func (p *place) bot(name string) string { return filepath.Join(p.bots, name) }

func (p *place) build(program, source string) {
	p.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-o", program, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		p.Fatalf("building %s: %v\n%s", source, err, out)
	}
}

// command returns the arena with these arguments, not yet started.
func (p *place) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.arena, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+p.temp)
	return cmd
}

// must runs the arena, which has to end well, and returns what it printed.
func (p *place) must(args ...string) string {
	p.Helper()
	var out, errs bytes.Buffer
	cmd := p.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		p.Fatalf("arena %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return out.String()
}
