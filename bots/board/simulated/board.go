package simulated

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"botarena/protocol"
)

// Fault is what a board does wrong.
type Fault string

// The faults. But for garbage and chatter they come in the turn of [Board.Turn].
const (
	None    Fault = ""
	Garbage Fault = "garbage" // talks at power-up, with braces in it
	Chatter Fault = "chatter" // talks at power-up and does not stop
	Pieces  Fault = "pieces"  // sends every byte by itself, with pauses
	Noise   Fault = "noise"   // sends bytes outside the braces, XON and XOFF among them
	Silent  Fault = "silent"  // says nothing from this turn on
	Invalid Fault = "invalid" // sends what is no turn
	Unplug  Fault = "unplug"  // is pulled out instead of answering
)

// Faults lists the faults.
var Faults = []Fault{Garbage, Chatter, Pieces, Noise, Silent, Invalid, Unplug}

// Line is the board's end of the line.
type Line interface {
	io.ReadWriter
	Unplug()
}

// Board is a board that plays match after match; a match begins with the
// three messages of the opening.
type Board struct {
	// Play begins a match and returns what plays it: it takes the opponent's
	// turn, empty where the board starts, and returns the board's own.
	Play func(protocol.Opening) func(turn []byte) []byte
	// ByteTime is how long a byte takes on the wire; 0 for no time.
	ByteTime time.Duration
	Fault    Fault
	// Turn is the number of the board's turn, from 1, in which the fault comes.
	Turn int

	opening []byte // the messages so far
	turn    []byte // what came since the brace
	inTurn  bool
	play    func([]byte) []byte
	turns   int
	free    time.Time // when the wire to the board is free again
}

// Run plays until the line fails, which is no error, or ctx ends. The caller
// closes the line when ctx ends: only that stops a read.
func (b *Board) Run(ctx context.Context, line Line) error {
	if err := b.powerUp(ctx, line); err != nil {
		return b.over(ctx, err)
	}
	var buf [256]byte
	for {
		n, err := line.Read(buf[:])
		if err != nil {
			return b.over(ctx, err)
		}
		b.arrive(n)
		for _, c := range buf[:n] {
			answer, ok := b.take(c)
			if !ok {
				continue
			}
			if err := b.say(line, answer); err != nil {
				return b.over(ctx, err)
			}
		}
	}
}

var errUnplugged = errors.New("unplugged")

func (b *Board) over(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, errUnplugged) {
		return nil
	}
	return fmt.Errorf("the line: %w", err)
}

func (b *Board) powerUp(ctx context.Context, line Line) error {
	switch b.Fault {
	case Garbage:
		_, err := line.Write([]byte("\x00\xff\x13Boot 0.1\r\n{07}{w\n"))
		return err
	case Chatter:
		for ctx.Err() == nil {
			if _, err := line.Write([]byte("still here\n")); err != nil {
				return err
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return nil
}

// arrive waits as long as n bytes are on the wire.
func (b *Board) arrive(n int) {
	if now := time.Now(); b.free.Before(now) {
		b.free = now
	}
	b.free = b.free.Add(time.Duration(n) * b.ByteTime)
	time.Sleep(time.Until(b.free))
}

const openingSize = 9

// take takes one byte and returns the answer to the turn that it completes.
// The sizes are binary: inside the opening's messages no byte is special.
func (b *Board) take(c byte) (answer []byte, ok bool) {
	if n := len(b.opening); n > 0 && n < openingSize {
		b.opening = append(b.opening, c)
		if len(b.opening) == openingSize {
			o, err := protocol.ParseOpening(b.opening)
			b.opening = b.opening[:0]
			if err != nil {
				return nil, false
			}
			b.play, b.turns = b.Play(o), 0
		}
		return nil, false
	}
	switch {
	case b.inTurn && c == '}':
		b.inTurn = false
		if b.play == nil {
			return nil, false
		}
		b.turns++
		return b.play(b.turn), true
	case b.inTurn:
		b.turn = append(b.turn, c)
	case c == '{':
		b.inTurn, b.turn = true, b.turn[:0]
	case c == 'w':
		b.opening = append(b.opening[:0], c)
	}
	return nil, false
}

// say sends a turn, at the line's pace and with the board's fault.
func (b *Board) say(line Line, steps []byte) error {
	text := protocol.AppendTurn(nil, steps)
	pause := time.Duration(0)
	if b.turns >= b.Turn {
		switch b.Fault {
		case Silent:
			return nil
		case Unplug:
			line.Unplug()
			return errUnplugged
		case Invalid:
			text = []byte("{9}\n")
		case Noise:
			text = slices.Concat([]byte("\x11t=3\x13 "), text, []byte("\x11ok\n"))
		case Pieces:
			pause = 5 * time.Millisecond
		}
	}
	piece := len(text)
	switch {
	case pause > 0:
		piece = 1
	case b.ByteTime > 0:
		piece = int(max(1, time.Millisecond/b.ByteTime))
	}
	for part := range slices.Chunk(text, piece) {
		time.Sleep(pause + time.Duration(len(part))*b.ByteTime)
		if _, err := line.Write(part); err != nil {
			return err
		}
	}
	return nil
}
