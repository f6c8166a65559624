package submission

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"botarena/arena/config"
	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
)

// Student is what became of one team's hand-ins.
type Student struct {
	Team string
	// HandIn is the one that counts; nil where none does.
	HandIn *store.HandIn
	// TooLate is, where none counts, how many came too late for it.
	TooLate int
	Late    time.Duration
	Report  *Report // of HandIn
	// Err is why it could not be inspected: the organiser's to cure.
	Err error
}

// Class inspects the hand-in that counts of every team: of those on the
// roster and of all that have handed in, sorted. done is called with each as
// it comes, from one goroutine at a time; it may be nil. One at fault never
// keeps the others back; the error is the context's, or of the store.
func (o *Office) Class(ctx context.Context, done func(Student)) ([]Student, error) {
	teams, err := o.everyTeam()
	if err != nil {
		return nil, err
	}
	all := make([]Student, len(teams))
	var wg sync.WaitGroup
	var mu sync.Mutex
	queue := make(chan int)
	for range atOnce() {
		wg.Go(func() {
			for i := range queue {
				all[i] = o.student(ctx, teams[i])
				if done != nil {
					mu.Lock()
					done(all[i])
					mu.Unlock()
				}
			}
		})
	}
	for i := range teams {
		queue <- i
	}
	close(queue)
	wg.Wait()
	return all, ctx.Err()
}

// everyTeam returns the teams on the roster and all that have handed in, sorted.
func (o *Office) everyTeam() ([]string, error) {
	teams, err := o.store.Teams()
	if err != nil {
		return nil, err
	}
	teams = append(teams, o.rules.Teams...)
	slices.Sort(teams)
	return slices.Compact(teams), nil
}

// Counting returns the teams of which a hand-in counts, sorted, without those
// whose history cannot be read: [Office.Class] says why.
func (o *Office) Counting() ([]string, error) {
	all, err := o.everyTeam()
	if err != nil {
		return nil, err
	}
	counting := []string{}
	for _, team := range all {
		if h, _, err := o.Counts(team); err == nil && h != nil {
			counting = append(counting, team)
		}
	}
	return counting, nil
}

func (o *Office) student(ctx context.Context, team string) Student {
	s := Student{Team: team}
	history, err := o.store.History(team)
	if err != nil {
		s.Err = err
		return s
	}
	if s.HandIn, s.Late = o.rules.Policy.Pick(history); s.HandIn == nil {
		s.TooLate = len(history)
		return s
	}
	s.Report, s.Err = o.Inspect(ctx, *s.HandIn)
	return s
}

// BotsFolder makes the folder of bots that a championship seats: one folder
// for each student whose hand-in counts, called like the student. One that
// could not be built, or inspected, is there as a bot without a program, which
// loses its matches. The folder is replaced as a whole: one that it has not
// made itself, and that holds something, is a *[ForeignFolderError].
func (o *Office) BotsFolder(ctx context.Context, class []Student, into string) error {
	into, err := filepath.Abs(into)
	if err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	if err := o.CheckBotsFolder(into); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(into), 0o755); err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	if err := store.RemoveHalves(filepath.Dir(into), 24*time.Hour); err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	half, err := os.MkdirTemp(filepath.Dir(into), store.HalfPrefix)
	if err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	defer os.RemoveAll(half)
	if err := errors.Join(os.Chmod(half, 0o755), os.WriteFile(filepath.Join(half, ownMark), nil, 0o644)); err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	for _, s := range class {
		if s.HandIn == nil {
			continue
		}
		if err := o.lay(ctx, s, filepath.Join(half, s.Team)); err != nil {
			return fmt.Errorf("the bot of %s: %w", s.Team, err)
		}
	}
	// Never half a folder in its place: one without its mark would not be ours.
	old := half + "-old"
	defer os.RemoveAll(old)
	if err := os.Rename(into, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("folder of bots: %w", err)
	}
	if err := os.Rename(half, into); err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	return nil
}

// ownMark is a file in the folders of bots that are ours to replace. With its
// dot it is no bot.
const ownMark = ".bots-of-a-class"

// ForeignFolderError says that a folder would be lost if bots were laid there.
type ForeignFolderError struct{ Folder string }

func (e *ForeignFolderError) Error() string {
	return e.Folder + " would be replaced by the bots of the class, and holds something else"
}

// Hint returns what to do about it.
func (e *ForeignFolderError) Hint() string {
	return "name another folder as bots: of the class, or move this one away"
}

// CheckBotsFolder reports, before anything is built, whether
// [Office.BotsFolder] may replace a folder: a *[ForeignFolderError] where not.
// Earlier arenas set no mark: theirs is a folder of nothing but teams' bots.
func (o *Office) CheckBotsFolder(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, ownMark)); err == nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("folder of bots: %w", err)
	}
	teams, err := o.everyTeam()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !slices.Contains(teams, e.Name()) || !isNamed(filepath.Join(dir, e.Name(), config.BotFileName), e.Name()) {
			return &ForeignFolderError{dir}
		}
	}
	return nil
}

// isNamed reports whether a bot's file gives it a name, as those do that were
// laid for a team.
func isNamed(file, name string) bool {
	text, err := os.ReadFile(file)
	var bot struct{ Name string }
	return err == nil && yaml.Unmarshal(text, &bot) == nil && bot.Name == name
}

// lay lays one student's bot.
func (o *Office) lay(ctx context.Context, s Student, to string) error {
	if s.Report == nil || !s.Report.Plays() {
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
		text, err := yaml.Marshal(map[string]string{"name": s.Team, "game": o.rules.Game.Info().Name, "entry": "bot"})
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, config.BotFileName), text, 0o644)
	}
	_, from, err := o.inspect(ctx, *s.HandIn)
	if err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return rename(filepath.Join(to, config.BotFileName), s.Team)
}

// rename puts a student's id in place of the name that a bot gives itself.
func rename(file, name string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	bot := map[string]any{}
	if err := yaml.Unmarshal(text, &bot); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	bot["name"] = name
	if text, err = yaml.Marshal(bot); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, text, 0o644)
}

// Export writes the sources of each student's hand-in that counts into a
// folder of its own, as tools that look for similar ones take them. into must
// not be there. It returns how many were written; refused are the students
// whose archive is not taken.
func (o *Office) Export(ctx context.Context, into string) (written int, refused []string, err error) {
	teams, err := o.store.Teams()
	if err != nil {
		return 0, nil, err
	}
	if err := os.Mkdir(into, 0o755); err != nil {
		return 0, nil, fmt.Errorf("export: %w", err)
	}
	for _, team := range teams {
		if err := ctx.Err(); err != nil {
			return written, refused, err
		}
		h, _, err := o.Counts(team)
		if err != nil {
			return written, refused, err
		}
		if h == nil {
			continue
		}
		dir := filepath.Join(into, team)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return written, refused, fmt.Errorf("export: %w", err)
		}
		var wrong *unpack.Refusal
		if _, err := o.unpack(ctx, *h, dir); err != nil {
			if !errors.As(err, &wrong) {
				return written, refused, fmt.Errorf("export: %w", err)
			}
			refused = append(refused, team)
			if err := os.RemoveAll(dir); err != nil {
				return written, refused, fmt.Errorf("export: %w", err)
			}
			continue
		}
		written++
	}
	return written, refused, nil
}
