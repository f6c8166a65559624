package match

import (
	"fmt"

	"botarena/arena/game"
	"botarena/arena/player"
	"botarena/arena/record"
	"botarena/sandbox"
)

// maxLines bounds how many faults and notes of a seat are kept.
const maxLines = 100

// measure adds a turn's times to the seat's run.
func (r *round) measure(a *player.Ask) {
	run := &r.rec.Measured.Seats[a.Seat]
	run.CPU += record.Duration(a.Times.CPU)
	run.Wall += record.Duration(a.Times.Wall)
	run.Wait += record.Duration(a.Times.Waiting)
	run.Ponder += record.Duration(a.Times.Ponder)
	run.Lag = max(run.Lag, record.Duration(a.Times.Lag))
	run.Turns = append(run.Turns, record.TurnTimes{
		Wall: a.Times.Wall.Microseconds(),
		CPU:  a.Times.CPU.Microseconds(),
		Wait: a.Times.Waiting.Microseconds(),
	})
	if a.Early {
		run.Early++
	}
}

// FlushHint ends the fault of a program that has never said anything: this is
// most often behind it.
const FlushHint = "; did the program flush its output?"

func (r *round) flushHint(a *player.Ask) string {
	silent := a.Fault == game.Timeout && a.Received == 0 && r.talks[a.Seat].turns <= 1
	if silent && r.spec.Header.Seats[a.Seat].Kind == record.KindProcess {
		return FlushHint
	}
	return ""
}

// report notes a fault with the turn it happened in.
func (r *round) report(seat int, fault game.Fault, detail string) {
	run := &r.rec.Measured.Seats[seat]
	if len(run.Faults) >= maxLines {
		return
	}
	line := string(fault)
	if t := r.talks[seat]; t.turns > 0 {
		line = fmt.Sprintf("answer %d: %s", t.turns, fault)
	}
	if detail != "" {
		line += ": " + sandbox.OwnPaths(detail)
	}
	run.Faults = append(run.Faults, line)
}

func (r *round) note(seat int, text string) {
	if run := &r.rec.Measured.Seats[seat]; len(run.Notes) < maxLines {
		run.Notes = append(run.Notes, fmt.Sprintf("answer %d: %s", r.talks[seat].turns, text))
	}
}

// keep returns a copy of a move that outlives the dialogue's next answer. The
// copies of a match share large pieces, so that a turn does not allocate.
func (r *round) keep(move []byte) []byte {
	if len(move) == 0 {
		return nil
	}
	if cap(r.moves)-len(r.moves) < len(move) {
		r.moves = make([]byte, 0, max(16<<10, len(move)))
	}
	n := len(r.moves)
	r.moves = append(r.moves, move...)
	return r.moves[n:len(r.moves):len(r.moves)]
}

// together adds the facts of a seat's process in a round to those of the
// rounds before.
func together(before, now record.Run) record.Run {
	now.OOMKilled = now.OOMKilled || before.OOMKilled
	now.CPU += before.CPU
	now.Wall += before.Wall
	now.PeakMemory = max(now.PeakMemory, before.PeakMemory)
	now.PeakTasks = max(now.PeakTasks, before.PeakTasks)
	now.Violations = append(before.Violations, now.Violations...)
	return now
}
