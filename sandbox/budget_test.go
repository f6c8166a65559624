package sandbox

import (
	"testing"
	"time"

	"botarena/sandbox/seccomp"
)

func TestBudget(t *testing.T) {
	var b budget
	now := time.Now()
	for i := range 10 {
		if d := b.charge(now, time.Millisecond, 10*time.Millisecond); d != 0 {
			t.Fatalf("notice %d, within the burst, waits %v", i, d)
		}
	}
	// From here on as long as it takes to earn a millisecond, and each behind
	// the others.
	for i := 1; i < 4; i++ {
		if d := b.charge(now, time.Millisecond, 10*time.Millisecond); d != time.Duration(i)*workEarned*time.Millisecond {
			t.Errorf("notice %d beyond the burst waits %v", i, d)
		}
	}
	if d := b.charge(now.Add(time.Hour), time.Millisecond, 10*time.Millisecond); d != 0 {
		t.Errorf("an hour later it waits %v", d)
	}
	// One that asks no more than it earns never waits.
	for i := range 10_000 {
		if d := b.charge(now.Add(time.Hour+time.Duration(i)*workOfNotice*workEarned), workOfNotice, 2*time.Millisecond); d != 0 {
			t.Fatalf("notice %d of a patient one waits %v", i, d)
		}
	}
}

func TestAnswersInOrder(t *testing.T) {
	var q answers
	now := time.Now()
	for _, ms := range []int{5, 1, 9, 3, 1} {
		q.add(answer{due: now.Add(time.Duration(ms) * time.Millisecond), to: seccomp.Notification{TID: ms}})
	}
	for i, want := range []int{1, 1, 3, 5, 9} {
		if q[i].to.TID != want {
			t.Errorf("answer %d is %d", i, q[i].to.TID)
		}
	}
	if next := q.deliver(nil, now); !next.Equal(now.Add(time.Millisecond)) {
		t.Errorf("the next is due %v from now", next.Sub(now))
	}
}
