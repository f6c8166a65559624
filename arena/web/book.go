package web

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/web/live"
)

// book is a championship's journal, read again when it has grown.
type book struct {
	folder journal.Folder
	topic  *live.Topic // a number that grows with every change

	watchers atomic.Int64
	reading  sync.Mutex // held by who reads the journal, which takes seconds of a large one

	mu     sync.Mutex // guards what follows
	stamp  string     // of the journal's file when it was read
	cost   time.Duration
	read   time.Time
	used   time.Time // when somebody looked last
	number int       // of the newest view
	now    *view
	err    error
}

// view is what the pages show of a championship. It does not change; parts are
// its standings as they have been asked for.
type view struct {
	Number    int
	Book      *championship.Book
	Standings *championship.Standings
	Ratings   *championship.Ratings
	Rows      []row // by match number
	Names     []string
	IDs       []string

	mu    sync.Mutex
	parts map[Language]*static
}

// part returns the standings as a part of a page in a language, rendered where
// nobody has asked for it yet.
func (v *view) part(l Language, render func() ([]byte, error)) (*static, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known := v.parts[l]; known != nil {
		return known, nil
	}
	text, err := render()
	if err != nil {
		return nil, err
	}
	v.parts[l] = &static{text: text, packed: pack(text)}
	return v.parts[l], nil
}

// row is a match in a list.
type row struct {
	Number   int
	Round    string
	Entrants [2]int // indices
	State    string // counts, open, void
	Outcomes [2]game.Outcome
	Points   [2]table.Points
	Faults   [2]game.Fault
	Forfeit  bool
	// What becomes of it as one of the two is removed.
	Struck bool    // it does not count for the other one
	Given  [2]bool // it counts as won by this one, whatever was played
}

// newBook returns the book of a folder. Its numbers are none that an arena before
// this one had: what a page of that one shows is old.
func newBook(path string) *book {
	return &book{folder: journal.Folder(path), topic: live.NewNewest(), number: int(time.Now().UnixMilli())}
}

// restOf is how many times as long as reading took a book is left alone, so
// that following a very large one does not take a whole core.
const restOf = 10

// view returns what is known now. It reads the journal again where that has
// changed, but not all the time; meanwhile others get what was known before,
// if there is any.
func (b *book) view() (*view, error) {
	stamp, err := b.stampOf()
	if err != nil {
		return nil, err
	}
	known, fresh, err := b.known(stamp)
	if fresh {
		return known, err
	}
	if !b.reading.TryLock() {
		if known != nil {
			return known, nil
		}
		b.reading.Lock()
	}
	defer b.reading.Unlock()
	if stamp, err = b.stampOf(); err != nil {
		return nil, err
	}
	if known, fresh, err = b.known(stamp); fresh {
		return known, err
	}
	began := time.Now()
	now, err := readBook(b.folder)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cost, b.read, b.stamp, b.now, b.err = time.Since(began), time.Now(), stamp, now, err
	if err != nil {
		return nil, err
	}
	b.number++
	now.Number = b.number
	b.topic.Publish(fmt.Appendf(nil, `{"number":%d,"done":%d,"total":%d}`, now.Number, now.Standings.Done, now.Standings.Total))
	return now, nil
}

// stampOf returns what tells one state of the journal from the next.
func (b *book) stampOf() (string, error) {
	info, err := os.Stat(filepath.Join(string(b.folder), journal.Name))
	if err != nil {
		return "", err
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano()), nil
}

// known returns the newest view, or why there is none, and whether that will do
// with the journal like this.
func (b *book) known(stamp string) (v *view, fresh bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used = time.Now()
	return b.now, stamp == b.stamp || b.now != nil && time.Since(b.read) < restOf*b.cost, b.err
}

// keptFor is how long a book is kept in memory that nobody looks at.
const keptFor = 10 * time.Minute

// forget lets go of what nobody has looked at for long: it is read again. A large
// championship takes hundreds of megabytes.
func (b *book) forget(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(b.used) > keptFor {
		b.now, b.stamp = nil, ""
	}
}

func (b *book) watched() bool { return b.watchers.Load() > 0 }

func readBook(d journal.Folder) (*view, error) {
	loaded, err := championship.Load(d)
	if err != nil {
		return nil, err
	}
	v := &view{Book: loaded, IDs: loaded.Entrants(), Ratings: loaded.Ratings(), parts: map[Language]*static{}}
	if v.Standings, err = loaded.Standings(); err != nil {
		return nil, err
	}
	v.Names = slices.Clone(v.IDs)
	index := map[string]int{}
	for i, id := range v.IDs {
		index[id] = i
	}
	for _, l := range v.Standings.Lines {
		v.Names[l.Entrant] = l.Name
	}
	for number := 0; ; number++ {
		round, _, ids, ok := loaded.Match(number)
		if !ok {
			break
		}
		v.Rows = append(v.Rows, row{Number: number, Round: round, State: "open", Entrants: [2]int{index[ids[0]], index[ids[1]]}})
	}
	for _, void := range v.Standings.Void {
		v.Rows[void.Number].State = "void"
	}
	for r := range loaded.AsPlayed() {
		at := &v.Rows[r.Match]
		at.State = "counts"
		for i := range r.Seats {
			at.Outcomes[i], at.Points[i], at.Faults[i] = r.Seats[i].Outcome, r.Seats[i].Points, r.Seats[i].Fault
			at.Forfeit = at.Forfeit || r.Seats[i].Forfeit
			at.Struck = at.Struck || r.Seats[i].Struck
			at.Given[i] = r.Seats[i].Given
		}
	}
	return v, nil
}

// filter chooses rows: those of an entrant, and those of a kind ("faults",
// "void", "open"); empty for all.
type filter struct{ Of, Only string }

func (f filter) rows(v *view) []row {
	of := slices.Index(v.IDs, f.Of)
	if f.Of == "" && f.Only == "" {
		return v.Rows
	}
	var kept []row
	for _, r := range v.Rows {
		if f.Of != "" && (of < 0 || r.Entrants[0] != of && r.Entrants[1] != of) {
			continue
		}
		switch f.Only {
		case "faults":
			if r.Faults[0] == game.NoFault && r.Faults[1] == game.NoFault {
				continue
			}
		case "void", "open":
			if r.State != f.Only {
				continue
			}
		}
		kept = append(kept, r)
	}
	return kept
}
