package match

import (
	"testing"
	"time"
)

// TestStandstill: a thread that is late by 40 ms shows it, before and after it
// runs again; one that is in time, or hardly late, nothing.
func TestStandstill(t *testing.T) {
	var s standstill
	now := time.Now()
	if s.stood() != 0 {
		t.Error("stood still with nobody to see it")
	}
	s.ran(now)
	s.ran(now.Add(beat))
	s.ran(now.Add(2*beat + 10*time.Millisecond))
	if s.total != 0 {
		t.Errorf("in time, and stood still for %v", s.total)
	}
	s.ran(now.Add(3*beat + 50*time.Millisecond))
	if s.total != 40*time.Millisecond {
		t.Errorf("late by 40 ms, and stood still for %v", s.total)
	}
	s.last = time.Now().Add(-time.Second)
	if d := s.stood(); d < time.Second || d > 2*time.Second {
		t.Errorf("a second without a beat: stood still for %v", d)
	}
	s.ran(time.Time{})
	if d := s.stood(); d != 40*time.Millisecond {
		t.Errorf("watched no more: %v", d)
	}
}

// TestStandstillEnds: the watch ends when it is told to, and keeps nothing.
func TestStandstillEnds(t *testing.T) {
	var s standstill
	end := s.watch()
	time.Sleep(50 * time.Millisecond)
	began := time.Now()
	end()
	t.Logf("ended after %v", time.Since(began))
	if !s.last.IsZero() {
		t.Error("it seems to be watched still")
	}
	t.Logf("stood still for %v", s.stood())
}
