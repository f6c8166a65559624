package protocol

import (
	"bytes"
	"testing"
)

// sizes are the stages that are measured: the original map's size, and the
// largest with many units.
var sizes = []struct {
	name  string
	stage *Stage
}{
	{"21x20", newStage(1, 21, 20, 8)},
	{"100x100", newStage(2, 100, 100, 30)},
}

var orderLines = [][]byte{[]byte("move 2"), []byte("rotate 0 down"), []byte("fire 1"), []byte("done 117")}

const gsonOrders = `{"commands":{"1008":"move","1009":"3","1010":"0","1011":"move","1012":"fire","1013":"move","1014":"hide","1015":"3"},"mCommandID":1,"mTimeSent":117}`

// What an arena does at every turn allocates nothing once its slices have
// grown; what a bot does at every stage neither.
func TestNothingIsAllocated(t *testing.T) {
	s := sizes[0].stage
	ids := NewGsonIDs(1, 8)
	var message GsonMessage
	var in Buffer
	var turns Turns
	var read Stage
	text := s.Append(nil)
	src := new(bytes.Reader)
	r := NewReader(src)
	dst := make([]byte, 0, 1<<20)
	cell := Cell{3, 4}
	for name, f := range map[string]func() error{
		"Stage.Append":      func() error { dst = s.Append(dst[:0]); return nil },
		"Stage.AppendGson":  func() error { dst = s.AppendGson(dst[:0], ids); return nil },
		"AppendBlock":       func() error { dst = AppendBlock(dst[:0], cell); return nil },
		"AppendEnd":         func() error { dst = AppendEnd(dst[:0], "win", "gold", 5, 3); return nil },
		"AppendTurn":        func() error { dst = AppendTurn(dst[:0], text[:5]); return nil },
		"ParseOrder":        func() error { _, err := ParseOrder(orderLines[1]); return err },
		"ParseBlock":        func() error { _, err := ParseBlock([]byte("block 4 5")); return err },
		"GsonMessage.Parse": func() error { return message.Parse([]byte(gsonOrders), ids) },
		"Buffer.Line": func() error {
			in.Added(copy(in.Space(), "ready\n"))
			_, err := in.Line()
			return err
		},
		"Turns.Take": func() error {
			in.Added(copy(in.Space(), "{171}\n"))
			_, err := turns.Take(&in)
			return err
		},
		"ReadStage": func() error {
			src.Reset(text)
			_, err := ReadStage(r, &read)
			return err
		},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkStageAppend(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			dst := size.stage.Append(nil)
			b.SetBytes(int64(len(dst)))
			b.ReportAllocs()
			for b.Loop() {
				dst = size.stage.Append(dst[:0])
			}
		})
	}
}

func BenchmarkStageAppendGson(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			ids := NewGsonIDs(0, 8)
			dst := size.stage.AppendGson(nil, ids)
			b.SetBytes(int64(len(dst)))
			b.ReportAllocs()
			for b.Loop() {
				dst = size.stage.AppendGson(dst[:0], ids)
			}
		})
	}
}

func BenchmarkReadStage(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			text := size.stage.Append(nil)
			src := new(bytes.Reader)
			r := NewReader(src)
			var s Stage
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				src.Reset(text)
				if _, err := ReadStage(r, &s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseOrder(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range orderLines {
			if _, err := ParseOrder(line); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkGsonMessage(b *testing.B) {
	line := []byte(gsonOrders)
	ids := NewGsonIDs(1, 8)
	var m GsonMessage
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Parse(line, ids); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGsonNews(b *testing.B) {
	line := sizes[0].stage.AppendGson(nil, GsonIDs{})
	var m GsonNews
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Parse(line, GsonIDs{}); err != nil {
			b.Fatal(err)
		}
	}
}
