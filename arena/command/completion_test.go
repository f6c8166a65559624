package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestCompletions(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"bots/hunter", "bots/tom/tom"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("bots/tom/bot.yaml", []byte("name: Tom\nentry: tom\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	app := newApp(Streams{Out: io.Discard, Err: io.Discard})
	for in, want := range map[string]string{
		"ma":                              "man map match",
		"--v":                             "--version",
		"match ":                          ":files",
		"match a.yaml ":                   "",
		"match --s":                       "--seed",
		"match a.yaml --js":               "--json",
		"match --seed ":                   "",
		"match --seed 7 --":               "--seed --replays --json --debug --quiet --no-prompt --watch --help",
		"match --json ":                   ":files",
		"match -- --":                     ":files",
		"match --replays ":                ":folders",
		"check ":                          "Tom hunter :files",
		"check h":                         "hunter :files",
		"check ./h":                       ":files",
		"check hunter --game ca":          "catchcat",
		"check hunter --game=ca":          "--game=catchcat",
		"check hunter --game = ca":        "catchcat", // as bash takes it apart
		"check hunter --game =":           "catchcat goldhunter papersoccer",
		"check hunter --role ca":          "catcher cat",
		"compare hunter T":                "Tom :files",
		"compare hunter Tom ":             "",
		"compare --clock f hunter ":       "Tom hunter :files",
		"rule results r":                  "result reinstate",
		"rule ":                           ":folders",
		"submissions --team ann ":         "list import export",
		"schema m":                        "match",
		"schema output tournament":        "tournament-plan tournament",
		"schema match ":                   "",
		"completion ":                     "bash fish zsh",
		"help ru":                         "rule run",
		"new tom --lang ja":               "java javascript",
		"run --runtime py":                "python",
		"run ./bot --m":                   ":files", // the program's own
		"serve --show-stderr ":            "owner all",
		"tournament --on-change r":        "redo refuse",
		"worker --class ":                 "",
		"submit --class ":                 ":files",
		"nothing ":                        "",
		"match --nothing ":                ":files",
		"bench --j":                       "--json",
		"doctor ":                         "",
		"tournament --results x cup.yaml": ":files",
	} {
		got := completionsOf(app, strings.Split(in, " "))
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%q: %s, want %s", in, text, want)
		}
	}
	if got := completionsOf(app, nil); got != nil {
		t.Errorf("no word at all became %q", got)
	}
}

// TestCompletionTables: what the tables name is there.
func TestCompletionTables(t *testing.T) {
	app := newApp(Streams{Out: io.Discard, Err: io.Discard})
	known := map[string]bool{}
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			known[f.Names()[0]], known[c.Name+" "+f.Names()[0]] = true, true
		}
	}
	for flag := range values {
		if !known[flag] {
			t.Errorf("no command has the flag %s", flag)
		}
	}
	for name := range positions {
		if app.Command(name) == nil {
			t.Errorf("there is no command %s", name)
		}
	}
}

// TestPathsComplete: a flag that takes a file or a folder, by its page of help, has
// shells complete those.
func TestPathsComplete(t *testing.T) {
	takes := regexp.MustCompile(`(?m)^  --([a-z-]+) (FILE|DIR)\b`)
	want := map[string]string{"FILE": completeFiles, "DIR": completeFolders}
	for _, c := range newApp(Streams{Out: io.Discard, Err: io.Discard}).Commands {
		text, err := helpPages.ReadFile("help/" + c.Name + ".txt")
		if err != nil {
			continue // TestHelpPages says so
		}
		for _, m := range takes.FindAllStringSubmatch(string(text), -1) {
			if got := valuesOf(c.Name, m[1]); !slices.Equal(got, []string{want[m[2]]}) {
				t.Errorf("completionwords.go: arena %s --%s %s completes %q, want %s", c.Name, m[1], m[2], got, want[m[2]])
			}
		}
	}
}

// TestCompletionScripts runs each script in its shell, as a key would.
func TestCompletionScripts(t *testing.T) {
	for shell, script := range map[string]string{
		"bash": `source <(arena completion bash)
			complete -p arena >/dev/null || exit 1
			try() { COMP_WORDS=(arena "$@"); COMP_CWORD=$#; _arena 2>/dev/null; printf '%s ' "${COMPREPLY[@]}"; echo; }
			try che; try match a.yaml --js; try check --game = ca; try check --game =; try match 'a c'; try table s; try check h`,
		"zsh": `autoload -Uz compinit && compinit -u -d ./dump
			source <(arena completion zsh)
			[[ $_comps[arena] == _arena ]] || exit 1
			compadd() { print -n -- "${(P)2} "; }
			_files() { print -n -- "$@ :files "; }
			try() { words=(arena "$@"); CURRENT=$#words; _arena; print; }
			try che; try match a.yaml --js; try check --game=ca; try match 'a c'; try table s; try check h`,
		"fish": `arena completion fish | source
			for line in "che" "match a.yaml --js" "check --game=ca" "match a" "table s" "check h"
				complete -C "arena $line" | string replace -r '\t.*' '' | string join ' '
			end
			true`,
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil && (shell == "bash" && os.Getenv("CI") != "") {
				t.Fatal("bash is missing")
			}
			if err != nil {
				t.Skipf("%s is missing", shell)
			}
			dir := t.TempDir()
			for _, name := range []string{"bots/hunter", "a cat.yaml", "some/file"} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(path, map[string][]string{"bash": {"--norc", "-c"}, "zsh": {"-fc"}, "fish": {"--no-config", "-c"}}[shell]...)
			cmd.Args = append(cmd.Args, script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+binaries+":"+os.Getenv("PATH"), "HOME="+dir)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil || stderr.Len() > 0 {
				t.Fatalf("%v\n%s%s", err, out, stderr.String())
			}
			var got []string
			for line := range strings.Lines(string(out)) {
				got = append(got, strings.TrimSpace(line))
			}
			want := map[string][]string{
				"bash": {"check", "--json", "catchcat", "catchcat goldhunter papersoccer", "a cat.yaml", "some", "hunter"},
				"zsh":  {"check", "--json", "--game=catchcat", ":files", "-/ :files", ":files hunter"},
				"fish": {"check", "--json", "--game=catchcat", "a cat.yaml", "some/", "hunter"},
			}[shell]
			if !slices.Equal(got, want) {
				t.Errorf("completed\n%q, want\n%q", got, want)
			}
		})
	}
}
