package kits_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/all"
	referee "botarena/arena/match"
	"botarena/arena/record"
	"botarena/bots/kits"
	"botarena/sandbox"
)

// jailedMatches is how many matches each kit plays against itself in the jail.
// Those that start slowly play fewer.
func jailedMatches(language string) int {
	switch language {
	case "java", "javascript", "python":
		return 2
	}
	return 10
}

// TestKitsPlayInTheJail plays every kit against itself under the terms of a
// contest: the full jail, a second a move, 1 GiB. No match may be void, no
// seat may have a fault, a violation or a stray line.
func TestKitsPlayInTheJail(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	jailed := referee.NewJailed(box)
	defer jailed.Close()
	for _, k := range kits.List() {
		t.Run(k.Language+"/"+k.Game, func(t *testing.T) {
			argv := command(t, k)
			list := variants(t, k.Game)
			local := &referee.Local{Games: all.Game, Seater: jailed}
			for i := range jailedMatches(k.Language) {
				v := list[i%len(list)]
				setup, err := json.Marshal(v.setup)
				if err != nil {
					t.Fatal(err)
				}
				path := argv[len(argv)-1]
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
				if err := jailed.Open(&spec); err != nil {
					t.Fatal(err)
				}
				o, err := referee.One(t.Context(), local, spec, nil)
				if err != nil || o.Err != nil {
					t.Fatal(err, o.Err)
				}
				if o.Void() {
					t.Fatalf("seed %d: void: %s", i+1, o.Record.Measured.Void)
				}
				for seat, run := range o.Record.Measured.Seats {
					if len(run.Faults) > 0 || len(run.Notes) > 0 || len(run.Run.Violations) > 0 || run.Run.Status != "ok" {
						t.Fatalf("seed %d, seat %d: faults %q, notes %q, run %+v, stderr %.500s",
							i+1, seat, run.Faults, run.Notes, run.Run, strings.TrimSpace(run.Log))
					}
				}
			}
		})
	}
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
