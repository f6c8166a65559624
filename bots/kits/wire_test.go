package kits_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/bots/kits"
)

// exchange is what a kit is sent and how its answer must begin and end.
type exchange struct{ send, begin, end string }

// odd holds, for each game, a conversation with lines that no kit knows, blank
// lines and pieces of what a newer arena may add.
var odd = map[string][]exchange{
	"catchcat": {
		{"catchcat 1\nweather fine\n\nrole cat\nboard 5 5\ncat 2 2\nblocked 1 1\nstart\n", "ready\n", "ready\n"},
		{"news of the day\n\nblock 1 2\n", "move ", "\n"},
	},
	"goldhunter": {
		{"goldhunter 1\nteam 1\nweather fine\n\nboard 3 4\nunits 1 1 1\nbullets 2\nhidden 3\nstages 200\nstart\n", "ready\n", "ready\n"},
		{"stage 1\nscore 0 0\nmood 7 7\nunit 0 hunter 0 0 down 2\n\nunit 2 spy 2 3 left 3 hidden\nsee 0 0 .#\nsee 1 0 .#\nsee 2 2 #.\ngo\n", "", "done 1\n"},
		{"stage 2\nscore 0 1\ngo\n", "", "done 2\n"},
	},
	"papersoccer": {
		{"w\x08\nl\x0a\ncr\nnews 1 2 3\n\n{}\n", "{", "}\n"},
	},
}

// TestOddWire has every kit read what it does not know, a byte at a time, say
// nothing but its answers, and leave when its input ends without a word.
func TestOddWire(t *testing.T) {
	t.Parallel()
	for _, k := range kits.List() {
		t.Run(k.Language+"/"+k.Game, func(t *testing.T) {
			t.Parallel()
			p, err := start(command(t, k))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range odd[k.Game] {
				for i := range x.send {
					if err := p.send([]byte(x.send[i : i+1])); err != nil {
						p.kill()
						t.Fatal(err)
					}
				}
				got, err := p.until(x.end)
				if err != nil || !strings.HasPrefix(got, x.begin) || strings.Count(got, x.end) != 1 {
					p.kill()
					t.Fatalf("after %q it said %q (%v), want %s…%s", x.send, got, err, x.begin, x.end)
				}
			}
			if err := p.leave(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// until reads until what was said ends with end.
func (p *process) until(end string) (string, error) {
	for {
		if got := string(p.buf.Bytes()); strings.HasSuffix(got, end) {
			p.buf.Discard(len(got))
			return got, nil
		}
		if err := p.fill(); err != nil {
			return string(p.buf.Bytes()), err
		}
	}
}

// TestOpeningOnly ends the input before the match has begun.
func TestOpeningOnly(t *testing.T) {
	t.Parallel()
	for _, k := range kits.List() {
		t.Run(k.Language+"/"+k.Game, func(t *testing.T) {
			t.Parallel()
			p, err := start(command(t, k))
			if err != nil {
				t.Fatal(err)
			}
			if err := p.send([]byte(odd[k.Game][0].send[:5])); err != nil {
				t.Fatal(err)
			}
			if err := p.leave(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// forgotten holds, for the languages in which an answer can be left out, the file
// with the bot's function, the end of it by game, and what comes in its place.
var forgotten = map[string]struct {
	file string
	ends map[string]string
	then string
	said string
}{
	"java":       {"TeamClientAi.java", map[string]string{"catchcat": "return best;", "papersoccer": "return best;"}, "return null;", "step() returned null: "},
	"javascript": {"bot.js", map[string]string{"catchcat": "return best;", "papersoccer": "\n  return best;"}, "", "think() returned undefined, "},
	"python":     {"bot.py", map[string]string{"catchcat": "return min", "papersoccer": "\n    return best"}, "", "think() returned None, "},
}

// TestForgottenReturn: a kit says so where its function has returned nothing.
func TestForgottenReturn(t *testing.T) {
	t.Parallel()
	for language, f := range forgotten {
		for game, end := range f.ends {
			t.Run(language+"/"+game, func(t *testing.T) {
				t.Parallel()
				k := kits.Kit{Game: game, Language: language}
				command(t, k) // skips where tools are missing
				dir := filepath.Join(built.dir, language, "forgotten-"+game)
				if err := kits.Copy(dir, game, language, "forgets"); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, f.file)
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				at := bytes.LastIndex(text, []byte(end))
				if at < 0 {
					t.Fatalf("%s has no %q", file, end)
				}
				then := f.then
				if strings.HasSuffix(end, "min") {
					then = "min" // what it would return
				}
				text = slices.Concat(text[:at], []byte(then), text[at+len(end):])
				if err := os.WriteFile(file, text, 0o600); err != nil {
					t.Fatal(err)
				}
				argv, err := buildIn(dir)
				if err != nil {
					t.Fatal(err)
				}
				p, err := start(argv)
				if err != nil {
					t.Fatal(err)
				}
				defer p.kill()
				for _, x := range odd[game] {
					p.send([]byte(x.send)) // it may have left already
				}
				p.in.Close()
				timer := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
				err = p.cmd.Wait()
				timer.Stop()
				if log := p.stderr.String(); err == nil || !strings.Contains(log, f.said) {
					t.Errorf("its log is %q, %v; want %q", log, err, f.said)
				}
			})
		}
	}
}

// prints holds a statement that prints, for each language, and the file with
// the bot's function.
var prints = map[string]struct{ file, statement, before string }{
	"c":          {"bot.c", `printf("here\n"); fflush(stdout);`, "#include <stdio.h>"},
	"cpp":        {"player_decision.cpp", `std::cout << "here" << std::endl;`, "#include <iostream>"},
	"go":         {"bot.go", `os.Stdout.WriteString("here\n")`, ""},
	"java":       {"TeamClientAi.java", `System.out.println("here");`, ""},
	"javascript": {"bot.js", `console.log("here");`, ""},
	"python":     {"bot.py", `print("here", flush=True)`, ""},
	"rust":       {"bot.rs", `println!("here");`, ""},
}

// TestPrintsGoToTheLog puts a print into each language's function: what it
// prints must come out of stderr and not spoil an answer.
func TestPrintsGoToTheLog(t *testing.T) {
	t.Parallel()
	for _, language := range kits.Languages {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			k := kits.Kit{Game: "catchcat", Language: language}
			command(t, k) // skips where tools are missing
			p, err := start(printing(t, k))
			if err != nil {
				t.Fatal(err)
			}
			defer p.kill()
			for i, x := range odd[k.Game] {
				if err := p.send([]byte(x.send)); err != nil {
					t.Fatal(err)
				}
				got, err := p.until(x.end)
				if err != nil || !strings.HasPrefix(got, x.begin) || strings.Contains(got, "here") {
					t.Fatalf("exchange %d: it said %q, %v", i, got, err)
				}
			}
			p.in.Close()
			timer := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
			err = p.cmd.Wait()
			timer.Stop()
			if log := p.stderr.String(); err != nil || !strings.Contains(log, "here") {
				t.Errorf("its log is %q, %v; want here", log, err)
			}
		})
	}
}

// printing builds a kit whose function prints.
func printing(t *testing.T, k kits.Kit) []string {
	t.Helper()
	change := prints[k.Language]
	dir := filepath.Join(built.dir, k.Language, "printing")
	if err := kits.Copy(dir, k.Game, k.Language, "prints"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, change.file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := -1
	for i, line := range lines {
		if bytes.Contains(line, []byte("The cat takes the shortest way out")) {
			at = i
		}
	}
	if at < 0 {
		t.Fatalf("%s has no comment to put a print below", file)
	}
	indent := lines[at][:len(lines[at])-len(bytes.TrimLeft(lines[at], " \t"))]
	lines[at] = fmt.Appendf(nil, "%s%s\n", indent, change.statement)
	text = bytes.Join(lines, nil)
	if change.before != "" {
		text = fmt.Appendf(nil, "%s\n%s", change.before, text)
	}
	if k.Language == "go" {
		text = bytes.Replace(text, []byte("package main\n"), []byte("package main\n\nimport \"os\"\n"), 1)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	argv, err := buildIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	return argv
}
