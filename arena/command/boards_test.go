package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"botarena/bots/board/boardtest"
	"botarena/bots/board/simulated"
	"botarena/protocol"
)

// arena returns a run of the program in a folder of its own with a config.
func arena(t *testing.T, config string, args ...string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, filepath.Join(binaries, "arena"), args...)
	cmd.Dir = dir
	return cmd
}

// TestMatchOfBoards: two boards play, and the report says what sat there.
func TestMatchOfBoards(t *testing.T) {
	red, blue := boardtest.Plug(t, &simulated.Board{}, nil).Path, boardtest.Plug(t, &simulated.Board{Fault: simulated.Garbage}, nil).Path
	config := fmt.Sprintf("game: papersoccer\nseats:\n  red: {serial: %s, name: Team 7, settle: 50ms}\n  blue: {serial: %s, baud: 9600, settle: 50ms}\n", red, blue)
	out, err := arena(t, config, "match", "m.yaml").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		`(?m)^red +Team 7 +(win|lose) `,
		`(?m)^red: a board at ` + red + ` 115200 8N1, outside the jail$`,
		`(?m)^blue: a board at ` + blue + ` 9600 8N1, \d+ bytes dropped before the start, first ".*", outside the jail$`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if bytes.Contains(out, []byte("jail: ")) {
		t.Errorf("a jail is named though nobody sat in it:\n%s", out)
	}
	out, err = arena(t, config, "match", "m.yaml", "--json").Output()
	var r matchReport
	if err != nil || json.Unmarshal(out, &r) != nil || r.Seats[0].Kind != "serial" || r.Seats[1].Hash != "" || r.Seats[0].Run.Where == "" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestOperator: at a terminal each board is asked for; without one nobody is.
func TestOperator(t *testing.T) {
	red, blue := boardtest.Plug(t, &simulated.Board{}, nil).Path, boardtest.Plug(t, &simulated.Board{}, nil).Path
	config := fmt.Sprintf("game: papersoccer\nseats:\n  red: {serial: %s, name: Team 7, settle: 50ms}\n  blue: {serial: %s, name: Team 8, settle: 50ms}\n", red, blue)
	for _, prompt := range []bool{true, false} {
		terminal, err := simulated.OpenPty()
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Unplug()
		args := []string{"match", "m.yaml"}
		if !prompt {
			args = append(args, "--no-prompt")
		}
		cmd := arena(t, config, args...)
		stdin, err := os.OpenFile(terminal.Path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer stdin.Close()
		cmd.Stdin = stdin
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var said []byte
		b := make([]byte, 256)
		for pressed := 0; ; {
			n, err := stderr.Read(b)
			said = append(said, b[:n]...)
			if asked := bytes.Count(said, []byte("press Enter: ")); asked > pressed {
				pressed++
				terminal.Write([]byte("\n"))
			}
			if err != nil {
				break
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
		for _, want := range []string{"connect Team 7 to " + red + " 115200 8N1 and press Enter: ", "connect Team 8 to " + blue} {
			if bytes.Contains(said, []byte(want)) != prompt {
				t.Errorf("prompt %v; said:\n%q", prompt, said)
			}
		}
	}
}

// TestMatchOfClients: two clients connect and play.
func TestMatchOfClients(t *testing.T) {
	cmd := arena(t, "game: goldhunter\nsetup: {stages: 20, generate: {maps: 1}}\nseats: [{tcp: \":0\"}, {tcp: \":0\", name: Second}]\n", "match", "m.yaml")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		address, waits := strings.CutPrefix(lines.Text(), "waiting for clients at ")
		if !waits {
			continue
		}
		if !strings.HasPrefix(address, "127.0.0.1:") {
			t.Errorf("it waits at %s, not at this machine alone", address)
		}
		for range 2 {
			wg.Go(func() {
				conn, err := net.Dial("tcp", address)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				stand := func(protocol.GsonMatch) func(*protocol.Stage, *protocol.Orders) {
					return func(*protocol.Stage, *protocol.Orders) {}
				}
				if err := protocol.PlayGoldHunterGson(conn, conn, "Ghost", stand); err != nil {
					t.Error(err)
				}
				io.Copy(io.Discard, conn)
			})
		}
	}
	wg.Wait()
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, want := range []string{
		`(?m)^team0 +Ghost +draw`, `(?m)^team1 +Second +draw`, `(?m)^team0: a client from 127\.0\.0\.1:\d+, outside the jail$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}

// TestCheckOfBoard: what a board says is printed byte by byte, and what is
// wrong with the flags is said.
func TestCheckOfBoard(t *testing.T) {
	line := boardtest.Plug(t, &simulated.Board{Fault: simulated.Noise, Turn: 1}, nil).Path
	out, err := arena(t, "", "check", "--serial", line, "--role", "red", "--baud", "57600").Output()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, want := range []string{
		`(?m)^  ok   line +` + line + ` 57600 8N1$`,
		`(?m)^  > 77 'w', 08 width 8, 0a line end, 6c 'l', 0a length 10, 0a line end, 63 'c', 72 red, 0a line end$`,
		`(?m)^  < 11 0x11 outside the braces, ignored, .* 7b turn begins, .* \(after \d+\.\d\d ms\)$`,
		`(?m)^the board is fit to play papersoccer$`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--serial", line, "--baud", "fast"}, `--baud: "fast" is not a number`},
		{[]string{"--serial", line, "--parity", "evn"}, `parity "evn" is none of`},
		{[]string{"--serial", line, "--game", "catchcat"}, "boards play papersoccer"},
		{[]string{"--serial", line, "--memory", "1GiB"}, "--memory goes with a bot only"},
		{[]string{"--serial", line, "tom"}, `takes no bot, here is "tom"`},
		{[]string{"--baud", "9600", "tom"}, "--baud goes with --serial"},
		{[]string{"--serial", "/dev/no-such-line"}, "no such file"},
	} {
		out, err := arena(t, "", append([]string{"check"}, c.args...)...).CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte(c.want)) || !bytes.Contains(out, []byte("\nhint: ")) {
			t.Errorf("%q: %v\n%s", c.args, err, out)
		}
	}
}

func TestBoardsOf(t *testing.T) {
	boards, err := boardsOf("Team 7=/dev/ttyUSB0@9600, Team 8=/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0")
	if err != nil || len(boards) != 2 || boards["Team 7"].Baud != 9600 || boards["Team 8"].Baud != 115200 || boards["Team 8"].OnUnplug != "void" {
		t.Errorf("%+v, %v", boards, err)
	}
	for _, text := range []string{"", "/dev/ttyUSB0", "=x", "a=", "a=x@fast", "a=x@1", "a=x,a=y"} {
		if boards, err := boardsOf(text); err == nil {
			t.Errorf("%q: %+v", text, boards)
		}
	}
}
