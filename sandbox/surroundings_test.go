package sandbox

import (
	"errors"
	"testing"
)

// Custom shows the paths that are named, and no more.
func TestCustom(t *testing.T) {
	s := newSandbox(t, testOptions())
	data := t.TempDir()
	write(t, data+"/shown/book.txt", "e2e4\n")
	write(t, data+"/hidden.txt", "of the host\n")
	path := source("bot.sh", "sh", "dash")(t, t.TempDir())
	o := ProgramOptions{Runtime: Custom, ReadOnly: []string{data + "/shown"}}
	bot, err := s.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	p, err := s.Start(&Command{Program: bot, OnViolation: Deny})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got := say(t, p, "read "+data+"/shown/book.txt"); got != "e2e4" {
		t.Errorf("of what is shown it reads %q", got)
	}
	if got := say(t, p, "read "+data+"/hidden.txt"); got != "error" {
		t.Errorf("of what is not shown it reads %q", got)
	}
	if f := finish(t, p); f.Status != StatusOK || f.Denied != 1 {
		t.Errorf("%v, denied %d: %+v", f.Reason(), f.Denied, f.Violations)
	}
	for _, bad := range []ProgramOptions{
		{ReadOnly: []string{data}},
		{Runtime: Custom, ReadOnly: []string{"/"}},
		{Runtime: Custom, ReadOnly: []string{"/etc"}},
		{Runtime: Custom, ReadOnly: []string{"/proc/1"}},
		{Runtime: Custom, ReadOnly: []string{"/bots"}},
		{Runtime: Custom, ReadOnly: []string{"relative"}},
		{Runtime: Custom, ReadOnly: []string{data + "/../.."}},
		{Runtime: Custom, ReadOnly: []string{data + "/none"}},
		{Folder: data},
	} {
		p, err := s.Open(path, bad)
		if err == nil {
			p.Close()
		}
		var pe *ProgramError
		if !errors.As(err, &pe) || pe.Cure == "" {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
