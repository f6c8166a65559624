package kits_test

import (
	"encoding/json"
	"os"
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

// jailedMatches is how many matches each kit plays in the jail, at least.
const jailedMatches = 100

// TestKitsPlayInTheJail plays a game's kits against one another under the terms
// of a contest: the full jail, a second a move, 1 GiB, as many matches at once as
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
	for _, name := range kits.Games {
		t.Run(name, func(t *testing.T) {
			list := installed(t, name)
			specs := jailedSpecs(t, list)
			for i := range specs {
				if err := jailed.Open(&specs[i]); err != nil {
					t.Fatal(err)
				}
			}
			played := map[string]int{} // by language
			err := local.Dispatch(t.Context(), slices.Values(specs), func(o referee.Outcome) {
				if o.Err != nil || o.Void() {
					if o.Final {
						t.Errorf("seed %d: %v, void: %s", o.Spec.Header.Seed, o.Err, o.Record.Measured.Void)
					}
					return
				}
				for seat, run := range o.Record.Measured.Seats {
					language := o.Spec.Header.Seats[seat].Name
					played[language]++
					if t.Failed() {
						continue // one is enough to look at
					}
					if len(run.Faults) > 0 || len(run.Notes) > 0 || len(run.Run.Violations) > 0 || run.Run.Status != "ok" {
						t.Errorf("%s, seed %d, seat %d: faults %q, notes %q, run %+v, stderr %.500s",
							language, o.Spec.Header.Seed, seat, run.Faults, run.Notes, run.Run, strings.TrimSpace(run.Log))
					}
				}
			})
			if err != nil {
				t.Error(err)
			}
			for _, k := range list {
				if n := played[k.Language]; n < jailedMatches {
					t.Errorf("%s: %d of %d matches played", k.Language, n, jailedMatches)
				}
			}
		})
	}
}

// installed returns a game's kits of the languages that this machine has. What
// it lacks was said at the start; with CI set that is a failure.
func installed(t *testing.T, name string) []kits.Kit {
	t.Helper()
	var list []kits.Kit
	for _, k := range kits.List() {
		if k.Game != name {
			continue
		}
		if lacks := missing(k.Language); len(lacks) == 0 {
			list = append(list, k)
		} else if os.Getenv("CI") != "" {
			t.Errorf("%s: this machine has no %s", k.Language, strings.Join(lacks, ", "))
		}
	}
	if len(list) == 0 {
		t.Skip("this machine has the tools of no language")
	}
	return list
}

// jailedSpecs describes matches of each kit against each other one, in turn
// from both seats, so many that every kit has enough; of a kit that has no other,
// against itself. The first match of a pair is a long one.
func jailedSpecs(t *testing.T, list []kits.Kit) []referee.Spec {
	t.Helper()
	long, short := variants(t, list[0].Game), variants(t, list[0].Game)
	for _, v := range short {
		if s, ok := v.setup.(*goldhunter.Setup); ok {
			// 100 long matches of an interpreted language take minutes, and so do the
			// starts where a match that nobody wins is played on board after board.
			s.Generate.Stages, s.Generate.Maps = 24, 1
		}
	}
	var pairs [][2]kits.Kit
	for i, a := range list {
		for _, b := range list[i+1:] {
			pairs = append(pairs, [2]kits.Kit{a, b})
		}
	}
	others := len(list) - 1
	if others == 0 {
		pairs, others = [][2]kits.Kit{{list[0], list[0]}}, 2 // each match is two of its own
	}
	var specs []referee.Spec
	for _, pair := range pairs {
		for i := range (jailedMatches + others - 1) / others {
			v := short[i/2%len(short)] // each from both seats
			if i == 0 {
				v = long[len(specs)%len(long)]
			}
			specs = append(specs, jailedSpec(t, pair[i%2], pair[1-i%2], v, uint64(len(specs)+1)))
		}
	}
	return specs
}

// jailedSpec describes one match.
func jailedSpec(t *testing.T, first, second kits.Kit, v variant, seed uint64) referee.Spec {
	t.Helper()
	setup, err := json.Marshal(v.setup)
	if err != nil {
		t.Fatal(err)
	}
	spec := referee.Spec{Header: record.Header{
		Version: record.Version, Game: first.Game, Setup: setup, Seed: seed,
		Terms: record.Terms{
			Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(10 * time.Second),
			Memory: 1 << 30, CPU: "1", OnViolation: "disqualify",
		},
	}}
	for _, k := range []kits.Kit{first, second} {
		argv := command(t, k)
		path := argv[len(argv)-1]
		spec.Header.Seats = append(spec.Header.Seats, record.Seat{Name: k.Language, Kind: "process", Args: v.args})
		spec.Sources = append(spec.Sources, referee.Source{Process: &referee.Process{Path: path, Folder: folderOf(k, path)}})
	}
	return spec
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
