package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"botarena/arena/championship"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

// planReport is what --plan prints; its JSON form is that of --json. Times are
// in seconds.
type planReport struct {
	Name     string          `json:"name"`
	Game     string          `json:"game"`
	Format   string          `json:"format"`
	Seed     uint64          `json:"seed"`
	Entrants int             `json:"entrants"`
	Rounds   int             `json:"rounds"`
	Matches  int             `json:"matches"`
	Played   int             `json:"played"` // already, in the folder of results
	Parallel int             `json:"parallel"`
	Sampled  int             `json:"sampled"`    // matches played to estimate with
	Expected float64         `json:"expected_s"` // 0 if not known
	Worst    *float64        `json:"worst_s"`    // null where there is no limit
	Results  string          `json:"results"`    // folder
	Missing  []string        `json:"missing"`    // layers of the jail
	Lacks    []string        `json:"lacks"`      // what else this machine cannot do
	Warnings []string        `json:"warnings"`   // of the config
	sample   []time.Duration // what each took
	most     time.Duration   // that a match can take; 0 for no limit
}

// Bounds of the matches that are played to estimate with: none is begun after
// sampleBegin, and none goes on after sampleTime.
const (
	sampleMatches = 100
	sampleBegin   = time.Second
	sampleTime    = 10 * time.Second
)

// plan says what playing the championship would come to. A few of its matches
// are played, and nothing is kept.
func (t *tournament) plan(ctx context.Context) (err error) {
	jailed, box, err := t.jail(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, jailed.Close(), box.Close()) }()
	def := &t.config.Definition
	if err := def.Check(); err != nil {
		return usage("correct "+t.file, "%s: %v", t.file, err)
	}
	r := &planReport{
		Name: def.Name, Game: def.Info.Name, Format: def.Format.Name(), Seed: def.Seed, Entrants: len(def.Entrants), Parallel: t.parallel,
		Results: t.results, Missing: missingLayers(box.Layers()), Lacks: t.lacks(box), Warnings: t.config.Warnings,
	}
	r.Rounds, r.Matches = def.Format.Rounds()
	if t.book != nil {
		s, err := t.book.Standings()
		if err != nil {
			return err
		}
		r.Played = s.Done
	}
	if err := t.sample(ctx, r, jailed); err != nil {
		return err
	}
	if r.most, err = longestMatch(def); err != nil {
		return err
	}
	r.times()
	return t.printPlan(r)
}

// lacks says what this machine cannot do of what the config asks for.
func (t *tournament) lacks(box *sandbox.Sandbox) []string {
	lacks := []string{}
	terms := t.config.Definition.Terms
	if ghz, ok := strings.CutSuffix(terms.CPU, "GHz"); ok {
		if f, err := strconv.ParseFloat(ghz, 64); err == nil && sandbox.CoresAt(f*1e9) > 1 {
			lacks = append(lacks, fmt.Sprintf("limits.cpu %s is more than one of its processors has: a bot of one thread gets less", terms.CPU))
		}
	}
	if memory := t.lacksMemory(box); memory != "" {
		lacks = append(lacks, memory)
	}
	if t.parallel > t.carried {
		lacks = append(lacks, fmt.Sprintf("parallel: its processors carry %d at once with true times", t.carried))
	}
	return lacks
}

// lacksMemory says that the bots may need more memory than there is; empty where
// they may not. A bot that loses could then make its matches void.
func (t *tournament) lacksMemory(box *sandbox.Sandbox) string {
	def := &t.config.Definition
	need, total := int64(t.parallel)*int64(len(def.Info.Seats))*def.Terms.Memory, box.Memory()
	if need <= total {
		return ""
	}
	return fmt.Sprintf("memory: the bots of %s at once may take %d MiB, it has %d MiB; where it runs out, matches become void: lower limits.memory or parallel",
		countMatches(t.parallel), need>>20, total>>20)
}

// sample plays a few matches, spread over the first round.
func (t *tournament) sample(ctx context.Context, r *planReport, jailed *match.Jailed) error {
	if t.config.Serial {
		return nil // nobody is asked to connect boards for it
	}
	specs, err := championship.Sample(&t.config.Definition, sampleMatches)
	if err != nil {
		return err
	}
	sampling, stop := context.WithTimeout(ctx, sampleTime)
	defer stop()
	began := time.Now()
	err = t.dispatcher(jailed).Dispatch(sampling, iter.Seq[match.Spec](func(yield func(match.Spec) bool) {
		for _, s := range specs {
			if time.Since(began) > sampleBegin || !yield(s) {
				return
			}
		}
	}), func(o match.Outcome) {
		if o.Record != nil && !o.Void() && o.Record.Measured != nil {
			r.sample = append(r.sample, time.Duration(o.Record.Measured.Wall))
			r.suspect(o.Record)
		}
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	r.Sampled = len(r.sample)
	return nil
}

// suspect warns of those who did not come to their first answer in a match that was
// played for the estimate: they may never.
func (r *planReport) suspect(rec *record.Record) {
	for i, seat := range rec.Measured.Seats {
		if len(seat.Faults) == 0 {
			continue
		}
		why, first := strings.CutPrefix(seat.Faults[0], "answer 1: ")
		if !first && !strings.HasPrefix(why, string(game.DidNotStart)) {
			continue
		}
		if end := seat.LogEnd(); end != "" {
			why += ", stderr ends: " + end
		}
		who := fmt.Sprintf("entrant %q ", rec.Header.Seats[i].Name)
		if slices.ContainsFunc(r.Warnings, func(w string) bool {
			return strings.HasPrefix(w, who+"loses ") || strings.HasPrefix(w, who+"failed ")
		}) {
			continue // it is told already
		}
		r.Warnings = append(r.Warnings, who+"failed by its first answer in a match that was tried: "+oneLine(why))
	}
}

// longestMatch returns the longest time that a match can take on any of the set-ups;
// 0 where nothing limits it.
func longestMatch(def *championship.Definition) (time.Duration, error) {
	g, err := all.Game(def.Info.Name)
	if err != nil {
		return 0, err
	}
	var longest time.Duration
	for _, text := range def.Setups {
		setup, err := game.DecodeSetup(g, text)
		if err != nil {
			return 0, err
		}
		longest = max(longest, match.Longest(setup, def.Terms, len(def.Info.Seats)))
	}
	return longest, nil
}

// times makes the estimates of what is left.
func (r *planReport) times() {
	left := float64(max(0, r.Matches-r.Played)) / float64(r.Parallel)
	if r.Sampled > 0 {
		var sum time.Duration
		for _, d := range r.sample {
			sum += d
		}
		r.Expected = left * sum.Seconds() / float64(r.Sampled)
	}
	if r.most > 0 {
		worst := left * r.most.Seconds()
		r.Worst = &worst
	}
}

func (t *tournament) printPlan(r *planReport) error {
	if t.json {
		return json.NewEncoder(t.Out).Encode(r)
	}
	seconds := func(s float64) string { return roughly(time.Duration(min(s, 1e9) * float64(time.Second))) }
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "championship\t%s: %s, %s, seed %d\n", r.Name, t.config.Definition.Info.Title, r.Format, r.Seed)
	fmt.Fprintf(w, "entrants\t%d\n", r.Entrants)
	fmt.Fprintf(w, "matches\t%d in %s, %d at once", r.Matches, count(r.Rounds, "round"), r.Parallel)
	if r.Played > 0 {
		fmt.Fprintf(w, ", %d played already", r.Played)
	}
	fmt.Fprintln(w)
	if r.Sampled > 0 {
		fmt.Fprintf(w, "expected time\t%s (as %s just played)\n", seconds(r.Expected), countMatches(r.Sampled))
	} else if t.config.Serial {
		fmt.Fprintf(w, "expected time\tnot known: boards are not played with for an estimate\n")
	} else {
		fmt.Fprintf(w, "expected time\tnot known: no match ended within %s\n", roughly(sampleTime))
	}
	if r.Worst != nil {
		fmt.Fprintf(w, "worst time\t%s (every turn up to its limit)\n", seconds(*r.Worst))
	} else {
		fmt.Fprintf(w, "worst time\tno bound: the clock is off\n")
	}
	fmt.Fprintf(w, "results\t%s\n", r.Results)
	for _, l := range r.Missing {
		fmt.Fprintf(w, "this machine lacks\tjail: %s\n", l)
	}
	for _, l := range r.Lacks {
		fmt.Fprintf(w, "this machine lacks\t%s\n", l)
	}
	for _, l := range r.Warnings {
		fmt.Fprintf(w, "warning\t%s\n", l)
	}
	return w.Flush()
}
