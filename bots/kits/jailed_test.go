package kits_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/all"
	"botarena/arena/game/goldhunter"
	referee "botarena/arena/match"
	"botarena/arena/record"
	"botarena/bots/kits"
	"botarena/sandbox"
)

// jailedMatches is how many matches each kit plays against itself in the jail.
const jailedMatches = 100

// TestKitsPlayInTheJail plays every kit against itself under the terms of a
// contest: the full jail, a second a move, 1 GiB, as many matches at once as
// the machine times truly. No match may be void, no seat may have a fault, a
// violation or a stray line.
func TestKitsPlayInTheJail(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	jailed := referee.NewJailed(box)
	defer jailed.Close()
	local := &referee.Local{Games: all.Game, Seater: jailed}
	for _, k := range kits.List() {
		t.Run(k.Language+"/"+k.Game, func(t *testing.T) {
			argv := command(t, k)
			specs := jailedSpecs(t, k, argv[len(argv)-1])
			for i := range specs {
				if err := jailed.Open(&specs[i]); err != nil {
					t.Fatal(err)
				}
			}
			played := 0
			err := local.Dispatch(t.Context(), slices.Values(specs), func(o referee.Outcome) {
				if o.Err != nil || o.Void() {
					if o.Final {
						t.Errorf("seed %d: %v, void: %s", o.Spec.Header.Seed, o.Err, o.Record.Measured.Void)
					}
					return
				}
				played++
				if t.Failed() {
					return // one is enough to look at
				}
				for seat, run := range o.Record.Measured.Seats {
					if len(run.Faults) > 0 || len(run.Notes) > 0 || len(run.Run.Violations) > 0 || run.Run.Status != "ok" {
						t.Errorf("seed %d, seat %d: faults %q, notes %q, run %+v, stderr %.500s",
							o.Spec.Header.Seed, seat, run.Faults, run.Notes, run.Run, strings.TrimSpace(run.Log))
					}
				}
			})
			if err != nil || played != jailedMatches {
				t.Errorf("%d of %d matches played: %v", played, jailedMatches, err)
			}
		})
	}
}

// jailedSpecs describes a kit's matches against itself.
func jailedSpecs(t *testing.T, k kits.Kit, path string) []referee.Spec {
	t.Helper()
	long, short := variants(t, k.Game), variants(t, k.Game)
	for _, v := range short {
		if s, ok := v.setup.(*goldhunter.Setup); ok {
			s.Generate.Stages = 8 // 100 long matches of an interpreted language take minutes
		}
	}
	var specs []referee.Spec
	for i := range jailedMatches {
		v := short[i%len(short)]
		if i < len(long) {
			v = long[i]
		}
		setup, err := json.Marshal(v.setup)
		if err != nil {
			t.Fatal(err)
		}
		spec := referee.Spec{Header: record.Header{
			Version: record.Version, Game: k.Game, Setup: setup, Seed: uint64(i + 1),
			Terms: record.Terms{
				Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(10 * time.Second),
				Memory: 1 << 30, CPU: "1", OnViolation: "disqualify",
			},
		}}
		for range 2 {
			spec.Header.Seats = append(spec.Header.Seats, record.Seat{Name: "kit", Kind: "process", Args: v.args})
			spec.Sources = append(spec.Sources, referee.Source{Process: &referee.Process{Path: path, Folder: folderOf(k, path)}})
		}
		specs = append(specs, spec)
	}
	return specs
}

// folderOf returns the folder that a kit's program needs to see: its own where
// an interpreter reads more than one file.
func folderOf(k kits.Kit, path string) string {
	switch k.Language {
	case "python", "javascript":
		return filepath.Dir(path)
	}
	return ""
}
