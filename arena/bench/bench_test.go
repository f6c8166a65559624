package bench

import (
	"os"
	"runtime"
	"testing"

	"botarena/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

func TestMeasure(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	r, err := Measure(t.Context(), box, func(what string) { t.Log(what) })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	if r.Cores < 1 || r.Cores > runtime.NumCPU() || r.Parallel < 1 || r.LaunchesPerSecond < 10 {
		t.Errorf("%+v", r)
	}
	for name, ratio := range map[string]Ratio{"launch": r.Launch, "paused": r.LaunchPaused, "bare": r.Bare, "turn": r.Turn} {
		t.Logf("%s: %v, raw %v, ×%.2f", name, ratio.Ours, ratio.Raw, ratio.Of())
		if ratio.Ours <= 0 || ratio.Raw <= 0 || ratio.Of() > 20 {
			t.Errorf("%s: %+v", name, ratio)
		}
	}
}
