package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/protocol"
)

// TestMatchOverTheWire plays whole matches, byte for byte as the arena does,
// against random turns.
func TestMatchOverTheWire(t *testing.T) {
	for _, level := range []string{"random", "sensible", "novice", "club", "master"} {
		for seed := range uint64(3) {
			playMatch(t, level, seed, seed%2 == 0)
		}
	}
}

func playMatch(t *testing.T, level string, seed uint64, halfway bool) {
	t.Helper()
	setup := papersoccer.DefaultSetup()
	setup.Halfway = halfway
	state, err := setup.Start(0, game.NewRand(seed, "start"))
	if err != nil {
		t.Fatal(err)
	}
	const seat = papersoccer.Red
	talk, err := setup.Dialogue(seat, "")
	if err != nil {
		t.Fatal(err)
	}
	botIn, toBot := io.Pipe()
	fromBot, botOut := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run([]string{"-level", level, "-nodes", "20", "-time", "0"}, botIn, botOut, io.Discard)
		botOut.Close()
		done <- err
	}()
	var in protocol.Buffer
	out, _, _ := talk.Handshake(nil, &in, state)
	rnd := game.NewRand(seed, "turns")
	for state.Result() == nil {
		a := game.Answer{Move: state.RandomMove(nil, state.ToMove()[0], rnd)}
		if state.ToMove()[0] == seat {
			out = talk.Request(out, state)
			if _, err := toBot.Write(out); err != nil {
				t.Fatal(err)
			}
			out = out[:0]
			for a, err = talk.Answer(&in); err == protocol.ErrMore; a, err = talk.Answer(&in) {
				n, err := fromBot.Read(in.Space())
				if err != nil {
					t.Fatal(err)
				}
				in.Added(n)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := state.Apply([]game.Answer{a}); err != nil {
			t.Fatalf("%s: %v", level, err)
		}
	}
	if notes := talk.Notes(); len(notes) > 0 {
		t.Errorf("%s: %q", level, notes)
	}
	toBot.Close()
	if err := <-done; err != nil {
		t.Errorf("%s: %v", level, err)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-level grandmaster", "level"},
		{"-variant both", "variant"},
		{"-notation runes", "notation"},
		{"-nodes -2", "nodes"},
		{"-nodes -1 -time 0", "neither"},
		{"more", "unexpected"},
	} {
		var out bytes.Buffer
		err := run(strings.Fields(c.args), strings.NewReader(""), &out, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
}

func TestNoOpening(t *testing.T) {
	if err := run(nil, strings.NewReader("hello, bot\n"), io.Discard, io.Discard); err == nil {
		t.Error("an opening that is none was taken")
	}
}
