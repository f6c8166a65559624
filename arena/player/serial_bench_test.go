package player

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/bots/board/simulated"
	"botarena/protocol"
)

// BenchmarkSerialTurn is a turn of Paper Soccer with a board that answers at
// once over a pair of pseudo-terminals, whose bytes take no time: all of it is
// what a turn costs beside the time on the wire. The raw baseline does the
// same with one write, one poll and one read, alternately in the same run.
func BenchmarkSerialTurn(b *testing.B) {
	const turns = 2000
	p, err := simulated.OpenPty()
	if err != nil {
		b.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { echoBoard(p) })
	defer wg.Wait()
	defer p.Unplug()
	s, err := StartSerial(b.Context(), lineOf(p, DefaultBaud), SerialOptions{Patience: time.Second})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close("")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	table := NewTable([]Endpoint{s}, Frozen, -1)
	var ours, raw []time.Duration
	for b.Loop() {
		ours = append(ours, tableTurns(b, table, turns)/turns)
		raw = append(raw, rawTurns(b, s.fd, turns)/turns)
	}
	micros := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	b.ReportMetric(micros(middle(ours)), "µs-above-wire/turn")
	b.ReportMetric(micros(middle(raw)), "µs-raw/turn")
	b.ReportMetric(micros(middle(ours))/micros(middle(raw)), "×raw")
	b.ReportMetric(0, "ns/op") // one op is many turns of both
}

func middle(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// echoBoard answers each turn with the same.
func echoBoard(p *simulated.Pty) {
	var buf [64]byte
	for {
		n, err := p.Read(buf[:])
		if err != nil {
			return
		}
		if buf[n-1] != '\n' {
			continue
		}
		if _, err := p.Write([]byte("{0123}\n")); err != nil {
			return
		}
	}
}

var benchRequest = []byte("{4567}\n")

func tableTurns(b *testing.B, table *Table, turns int) time.Duration {
	var in protocol.Turns
	take := func(buf *protocol.Buffer) ([]byte, error) {
		_, err := in.Take(buf)
		return nil, err
	}
	began := time.Now()
	for range turns {
		a := &Ask{Request: benchRequest, Take: take, Clock: Clock{Mode: Fair, Limit: time.Second}}
		table.Ask([]*Ask{a})
		if a.Fault != "" || a.Err != nil || a.Early {
			b.Fatalf("%+v", a)
		}
	}
	return time.Since(began)
}

func rawTurns(b *testing.B, fd, turns int) time.Duration {
	var buf [64]byte
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	began := time.Now()
	for range turns {
		if _, err := writeNow(fd, benchRequest); err != nil {
			b.Fatal(err)
		}
		for got := 0; got == 0 || buf[got-1] != '\n'; {
			if _, err := unix.Ppoll(poll, nil, nil); err != nil {
				continue
			}
			n, err := readNow(fd, buf[got:])
			if err != nil {
				b.Fatal(err)
			}
			got += n
		}
	}
	return time.Since(began)
}
