package command

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"botarena/arena/config/schematest"
)

// binaries is the folder of the program arena and of the bot that the scripts
// seat, built from this checkout.
var binaries string

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "arena-command-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binaries = dir
	// The bots' folder must be open to the ids that the jail gives them.
	if err := os.Chmod(dir, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := raceLogs(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	err = errors.Join(
		buildProgram(filepath.Join(dir, "arena"), "botarena/arena", raced()),
		buildProgram(filepath.Join(dir, "bot"), "botarena/arena/command/testdata/bot", false),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if races(dir) > 0 && code == 0 {
		code = 1
	}
	return code
}

// buildProgram builds a program, with the race detector where that is wanted.
func buildProgram(path, source string, race bool) error {
	how, cgo := "-trimpath", "CGO_ENABLED=0"
	if race {
		// The detector is C. Without -trimpath nearly all is compiled already: for
		// these tests.
		how, cgo = "-race", "CGO_ENABLED=1"
	}
	cmd := exec.Command("go", "build", how, "-o", path, source)
	cmd.Env = append(os.Environ(), cgo)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", source, err, out)
	}
	return nil
}

var update = flag.Bool("update", false, "write what the scripts compare with anew")

// TestScripts runs the scripts of testdata/script against the program itself.
// Beside the commands of testscript they have
//
//	exits CODE PROGRAM ARGS…      runs it and wants this exit code
//	refuses CODE PROGRAM ARGS…    the same, and wants one line error:, one
//	                              line hint:, nothing else, and no file changed
//	follows NAME                  wants JSON values on the last stdout, all as
//	                              arena schema output NAME has them
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", binaries+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("BOT", filepath.Join(binaries, "bot"))
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return os.WriteFile(filepath.Join(env.WorkDir, "foreign"), foreignProgram(), 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"refuses": refuses,
			"follows": follows,
		},
		RequireExplicitExec: true,
		UpdateScripts:       *update,
	})
}

// foreignProgram returns the head of a program for another machine.
func foreignProgram() []byte {
	h := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_RISCV), Version: uint32(elf.EV_CURRENT),
		Ehsize: 64, Phentsize: 56, Shentsize: 64,
	}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, h)
	return b.Bytes()
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%s: %v", args[1], err)
	}
	if want := args[0]; fmt.Sprint(code) != want {
		ts.Fatalf("%q: exit code %d, want %s", args[1:], code, want)
	}
}

func refuses(ts *testscript.TestScript, neg bool, args []string) {
	before := tree(ts)
	exits(ts, neg, args)
	if after := tree(ts); before != after {
		ts.Fatalf("files before:\n%s\nand after:\n%s", before, after)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("on stdout: %q", out)
	}
	lines := strings.Split(ts.ReadFile("stderr"), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "error: ") || !strings.HasPrefix(lines[1], "hint: ") || lines[2] != "" {
		ts.Fatalf("on stderr: %q, want one line error: and one line hint:", lines)
	}
}

func follows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: follows NAME")
	}
	schema, err := outputSchemas.ReadFile("schema/" + args[0] + ".json")
	ts.Check(err)
	values := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	for n := 0; ; n++ {
		var value any
		switch err := values.Decode(&value); {
		case errors.Is(err, io.EOF) && n > 0:
			return
		case err != nil:
			ts.Fatalf("after %d values: %v", n, err)
		}
		if err := schematest.Check(schema, value); err != nil {
			ts.Fatalf("value %d does not follow the schema %s: %v", n, args[0], err)
		}
	}
}

// tree lists what is in the script's folder.
func tree(ts *testscript.TestScript) string {
	var b strings.Builder
	err := filepath.WalkDir(ts.MkAbs("."), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, path, info.Mode(), info.Size())
		return nil
	})
	ts.Check(err)
	return b.String()
}
