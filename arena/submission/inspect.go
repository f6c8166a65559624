package submission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"botarena/arena/check"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
)

// State is how far a hand-in has come.
type State string

// The states of a hand-in.
const (
	Refused State = "refused" // the archive is not taken
	Unbuilt State = "unbuilt" // it does not compile
	Unfit   State = "unfit"   // it plays wrongly
	Fit     State = "fit"
	Built   State = "built" // without a check
)

// Report is what is found of a hand-in, for the student. It is a function of
// the file, the rules and the host's tools, but for times.
type Report struct {
	State State `json:"state"`
	// Problem and Cure are, of one that is not fit, what is wrong and what to
	// do, a line each.
	Problem string `json:"problem,omitempty"`
	Cure    string `json:"cure,omitempty"`

	Files int      `json:"files,omitempty"`
	Bytes int64    `json:"bytes,omitempty"` // of all files
	Notes []string `json:"notes,omitempty"` // what was left out or put right

	Build *build.Result `json:"build,omitempty"`
	Check *check.Report `json:"check,omitempty"`
}

// Plays reports whether there is a bot that can be seated, however it plays.
func (r *Report) Plays() bool { return r.State == Unfit || r.State == Fit || r.State == Built }

// Lasting reports whether the same file will come out the same with the same
// tools; another one is not kept. A limit of time that was reached is not.
func (r *Report) Lasting() bool { return r.Build == nil || r.Build.Lasting }

// atOnce is how many hand-ins are inspected at once: one more than there are
// cores, which so have work while one waits for the disk or for its bot.
func atOnce() int { return runtime.NumCPU() + 1 }

// Inspect takes a hand-in apart, builds it and checks it. What was inspected
// before is not built again. All that is wrong with the hand-in is in the
// report; an error, such as a *build.MissingError, is the organiser's to cure.
func (o *Office) Inspect(ctx context.Context, h store.HandIn) (*Report, error) {
	r, _, err := o.inspect(ctx, h)
	return r, err
}

// inspect returns the folder of what was built, too.
func (o *Office) inspect(ctx context.Context, h store.HandIn) (*Report, string, error) {
	if err := o.open(ctx); err != nil {
		return nil, "", err
	}
	key := o.key(h.Hash)
	lock := o.lock(key)
	lock.Lock()
	defer lock.Unlock()
	dir := o.path(key)
	if r, err := readReport(dir); err == nil {
		return r, filepath.Join(dir, "bot"), nil
	}
	var slot int
	select {
	case slot = <-o.slots:
		defer func() { o.slots <- slot }()
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	half, err := os.MkdirTemp(o.path(""), store.HalfPrefix)
	if err != nil {
		return nil, "", fmt.Errorf("inspect: %w", err)
	}
	defer os.RemoveAll(half)
	if err := os.Chmod(half, 0o755); err != nil { // for the ids of the jail
		return nil, "", fmt.Errorf("inspect: %w", err)
	}
	r, err := o.work(ctx, h, half, slot)
	if err != nil {
		return nil, "", fmt.Errorf("hand-in %d of %s: %w", h.N, h.Team, err)
	}
	if !r.Lasting() {
		return r, "", nil // and no bot
	}
	dir = o.path(o.key(h.Hash)) // a tool may have been found meanwhile
	r, err = settle(half, dir, r)
	return r, filepath.Join(dir, "bot"), err
}

// settle makes a folder that was worked in the one of its key. Where another
// process was sooner its folder stays, which somebody may be reading. What is
// in it is safe before it has its name: after a power cut nobody has a report
// that says fit, and an empty program.
func settle(half, dir string, r *Report) (*Report, error) {
	if err := writeReport(half, r); err != nil {
		return nil, err
	}
	if err := syncFiles(half); err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	err := os.Rename(half, dir)
	if errors.Is(err, fs.ErrExist) {
		if sooner, err := readReport(dir); err == nil {
			return sooner, nil
		}
		if err := os.RemoveAll(dir); err != nil { // a crash of the host left it
			return nil, fmt.Errorf("inspect: %w", err)
		}
		err = os.Rename(half, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	return r, nil
}

// Known returns the report of a hand-in that was inspected already, else nil.
func (o *Office) Known(ctx context.Context, h store.HandIn) (*Report, error) {
	if err := o.open(ctx); err != nil {
		return nil, err
	}
	r, err := readReport(o.path(o.key(h.Hash)))
	if err != nil {
		return nil, nil // it will be inspected again
	}
	return r, nil
}

// inspection is the number of the way in which hand-ins are inspected: a
// change in the code that can change a report counts it up.
const inspection = 9

// key changes with all that a report depends on.
func (o *Office) key(hash string) string {
	r := &o.rules
	sum := sha256.New()
	fmt.Fprintln(sum, inspection, hash, o.builder.Key(r.Build), r.Unpack, r.Matches, r.Terms, string(r.Setup))
	return hex.EncodeToString(sum.Sum(nil))[:32]
}

func (o *Office) lock(key string) *sync.Mutex {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.working[key] == nil {
		o.working[key] = new(sync.Mutex)
	}
	return o.working[key]
}

const reportName = "report.json"

// readReport reads the report of a folder.
func readReport(dir string) (*Report, error) {
	text, err := os.ReadFile(filepath.Join(dir, reportName))
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	return r, nil
}

func writeReport(dir string, r *Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, reportName), text, 0o644); err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	return nil
}

// syncFiles waits until all files below a folder are on the disk.
func syncFiles(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// work inspects in a folder: it leaves the folder bot there.
func (o *Office) work(ctx context.Context, h store.HandIn, dir string, slot int) (*Report, error) {
	r := new(Report)
	src, bot := filepath.Join(dir, "src"), filepath.Join(dir, "bot")
	defer os.RemoveAll(src)
	for _, d := range []string{src, bot} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return nil, err
		}
	}
	switch c, err := o.unpack(ctx, h, src); {
	case err != nil:
		var refused *unpack.Refusal
		if !errors.As(err, &refused) {
			return nil, err
		}
		r.State, r.Problem, r.Cure = Refused, refused.Error(), refused.Cure
		return r, nil
	default:
		r.Files, r.Bytes, r.Notes = len(c.Files), c.Bytes, c.Notes
	}
	if err := o.build(ctx, r, src, bot); err != nil {
		return nil, err
	}
	if !r.Build.OK {
		r.State, r.Problem, r.Cure = Unbuilt, r.Build.Problem, r.Build.Cure
		return r, os.RemoveAll(bot)
	}
	r.State = Built
	if o.rules.Matches < 1 {
		return r, nil
	}
	return r, o.check(ctx, r, bot, slot)
}

func (o *Office) unpack(ctx context.Context, h store.HandIn, dir string) (*unpack.Contents, error) {
	f, err := o.store.Original(h)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return unpack.Unpack(ctx, f, h.Size, root, o.rules.Unpack)
}

// build builds beside others, and again alone where the time by the clock ran
// out: the others may have had it.
func (o *Office) build(ctx context.Context, r *Report, src, bot string) (err error) {
	o.alone.RLock()
	r.Build, err = o.builder.Build(ctx, src, bot, o.rules.Build)
	o.alone.RUnlock()
	if err != nil || r.Build.OK || r.Build.Lasting {
		return err
	}
	if err := empty(bot); err != nil {
		return err
	}
	o.alone.Lock()
	defer o.alone.Unlock()
	r.Build, err = o.builder.Build(ctx, src, bot, o.rules.Build)
	return err
}

func empty(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Mkdir(dir, 0o755)
}

// check checks beside others, each of which has another core first, and again
// alone where a limit of time was reached.
func (o *Office) check(ctx context.Context, r *Report, dir string, slot int) error {
	bot, err := config.LoadBot(dir, []game.Game{o.rules.Game})
	var wrong *config.Error
	if errors.As(err, &wrong) {
		r.State, r.Problem, r.Cure = Unfit, strings.TrimPrefix(wrong.Error(), dir+string(filepath.Separator)), wrong.Cure
		return nil
	}
	if err != nil {
		return err
	}
	jailed := match.NewJailed(o.box)
	cores := o.box.Cores()
	first := slot % len(cores)
	cores = slices.Concat(cores[first:], cores[:first])
	o.alone.RLock()
	r.Check, err = o.checkOnce(ctx, bot, jailed, cores)
	o.alone.RUnlock()
	if err == nil && !r.Check.Fit && tooSlow(r.Check) {
		o.alone.Lock()
		r.Check, err = o.checkOnce(ctx, bot, jailed, cores)
		o.alone.Unlock()
	}
	if err := errors.Join(err, jailed.Close()); err != nil {
		return err
	}
	hide(r.Check, dir+string(filepath.Separator))
	r.State = Fit
	for i := range r.Check.Roles {
		if role := &r.Check.Roles[i]; !role.Fit {
			r.State = Unfit
			r.Problem, r.Cure = explain(role)
			break
		}
	}
	_, missing := o.seats(bot)
	if r.State == Fit && len(missing) > 0 {
		r.State, r.Problem = Unfit, "has no program for "+missing[0]+", and loses every match in that role"
		r.Cure = "add one for " + missing[0] + ", or let one program play all roles: entry: FILE, and no roles:, in bot.yaml"
	}
	return nil
}

// seats returns the numbers of the seats that a bot takes, and the names of
// the others.
func (o *Office) seats(bot *config.Bot) (takes []int, missing []string) {
	info := o.rules.Game.Info()
	for i, seat := range info.Seats {
		if problem, _ := bot.Plays(info.Name, seat); problem == "" {
			takes = append(takes, i)
		} else {
			missing = append(missing, seat)
		}
	}
	return takes, missing
}

// tooSlow reports whether a bot that was alone could have been in time.
func tooSlow(r *check.Report) bool {
	for _, role := range r.Roles {
		if role.Fault == game.Timeout || role.Fault == game.DidNotStart && role.Matches > 0 {
			return true
		}
	}
	return false
}

func (o *Office) checkOnce(ctx context.Context, bot *config.Bot, jailed *match.Jailed, cores []int) (*check.Report, error) {
	info := o.rules.Game.Info()
	seats, _ := o.seats(bot)
	const seed = 1
	return check.Run(ctx, check.Options{
		Game: o.rules.Game, Seats: seats, Seater: jailed, Cores: cores, Terms: o.rules.Terms, Setup: o.rules.Setup, Matches: o.rules.Matches, Seed: seed,
		Player: func(seat int) (record.Seat, match.Source) {
			return record.Seat{Name: bot.Name, Kind: record.KindProcess, Args: bot.Args, Env: bot.Env, Dialect: bot.Dialect}, match.Source{Process: bot.Process(info.Seats[seat])}
		},
	})
}
