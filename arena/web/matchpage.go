package web

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/arena/web/board"
)

// ref names a match that was played: a replay file of a folder, or a match of
// a championship by its number.
type ref struct {
	In, File string
	Number   int
}

func refOf(r *http.Request) (ref, error) {
	q := r.URL.Query()
	at := ref{In: q.Get("in"), File: q.Get("file")}
	if at.File != "" {
		return at, nil
	}
	var err error
	at.Number, err = strconv.Atoi(q.Get("number"))
	return at, err
}

// pairs are the ref's in an address.
func (r ref) href(path string) string {
	if r.File != "" {
		return link(path, "in", r.In, "file", r.File)
	}
	return link(path, "in", r.In, "number", strconv.Itoa(r.Number))
}

// name is what a file of the match is called.
func (r ref) name() string {
	if r.File != "" {
		return strings.TrimSuffix(r.File, record.Extension)
	}
	return fmt.Sprintf("match-%d", r.Number)
}

// load reads a match's record; v is nil for a replay file.
func (s *Server) load(at ref) (rec *record.Record, g game.Game, v *view, err error) {
	if at.File != "" {
		rec, err = s.shelf.replay(at.In, at.File)
	} else {
		var b *book
		if b, err = s.shelf.book(at.In); err != nil {
			return nil, nil, nil, err
		}
		if v, err = b.view(); err != nil {
			return nil, nil, nil, err
		}
		rec, err = v.Book.Replay(b.folder, at.Number)
	}
	if err != nil {
		return nil, nil, v, err
	}
	g, err = s.game(rec.Header.Game)
	return rec, g, v, err
}

func (s *Server) game(name string) (game.Game, error) {
	for _, g := range s.o.Games {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game is named %q here", name)
}

// record reads the match that a request names; after a failure it has been
// answered, and release is nil. release gives the place of a heavy request
// back, and may be called twice: it must be before the answer is sent, since
// who reads slowly would keep the others waiting.
func (s *Server) record(w http.ResponseWriter, r *http.Request) (at ref, rec *record.Record, g game.Game, v *view, release func()) {
	at, err := refOf(r)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "e.nomatch")
		return at, nil, nil, nil, nil
	}
	select {
	case s.heavy <- struct{}{}:
		release = sync.OnceFunc(func() { <-s.heavy })
	case <-r.Context().Done():
		return at, nil, nil, nil, nil
	}
	if rec, g, v, err = s.load(at); err != nil {
		key := "e.replay"
		if v != nil && at.Number >= 0 && at.Number < len(v.Rows) && v.Rows[at.Number].State == "open" {
			key = "e.notplayed"
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fs.ErrNotExist // without paths of this machine
		}
		release()
		s.fail(w, r, http.StatusNotFound, key, at, plainError(err))
		return at, nil, nil, v, nil
	}
	return at, rec, g, v, release
}

// plainError says an error without where on this machine it happened.
func plainError(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

type matchData struct {
	In       string
	Game     string
	Round    string
	Number   int // -1 for a file
	Newer    string
	Older    string
	Seats    []seatData
	Reason   string
	Moves    int
	Winner   string // a name
	WonAs    string
	Void     string
	Hash     string
	Seed     string
	Began    time.Time
	Wall     time.Duration
	Host     record.Host
	Arena    string
	Layers   []string
	Terms    record.Terms
	Chart    template.HTML
	DataHref string
	FileHref string
	YAMLHref string
	Commands []string
}

type seatData struct {
	Role, Name    string
	Hash          string
	Outcome       game.Outcome
	Points        int
	Fault         game.Fault
	Counters      []counter
	Answers       int
	Slowest       time.Duration
	Mean          time.Duration
	CPU, Start    time.Duration
	Early         int
	Run           record.Run
	Faults, Notes []string
	Log           string
	LogHidden     bool
}

type counter struct {
	Name  string
	Value int
}

// match shows a match that was played.
func (s *Server) match(w http.ResponseWriter, r *http.Request) {
	at, rec, g, v, release := s.record(w, r)
	if release == nil {
		return
	}
	defer release()
	info := g.Info()
	d := matchData{
		In: at.In, Game: info.Name, Number: -1, Seed: strconv.FormatUint(rec.Header.Seed, 10), Terms: rec.Header.Terms,
		DataHref: at.href("/match/data"), FileHref: at.href("/match/replay"), YAMLHref: at.href("/match/config"),
	}
	if v != nil {
		d.place(at, v)
	}
	if m := rec.Measured; m != nil {
		d.Void, d.Hash, d.Began, d.Wall, d.Host, d.Arena, d.Layers = m.Void, m.Hash, m.Began, time.Duration(m.Wall), m.Host, m.Arena, m.Layers
	}
	if rec.Result != nil {
		d.Reason, d.Moves = rec.Result.Reason, rec.Result.Moves
	}
	for i := range rec.Header.Seats {
		seat := newSeatData(rec, info, i)
		if !s.mayRead(r, seat.Name) {
			seat.LogHidden = seat.Log != ""
			seat.Log = ""
		}
		if seat.Outcome == game.Win && d.Void == "" {
			d.Winner, d.WonAs = seat.Name, seat.Role
		}
		d.Seats = append(d.Seats, seat)
	}
	l := languageOf(r)
	d.Chart = chart(l, rec, info)
	replay := at.name() + record.Extension
	d.Commands = []string{"arena replay " + shellQuote(replay) + " --verify"}
	if _, err := config.WriteMatch(&rec.Header, info, nil); err != nil {
		d.YAMLHref = "" // a person sat there
	} else {
		d.Commands = append([]string{"arena match " + shellQuote(at.name()+".yaml")}, d.Commands...)
	}
	release()
	s.show(w, r, http.StatusOK, "match", "matches", d.Seats[0].Name+" – "+d.Seats[1].Name, d)
}

// place says where in its championship a match is.
func (d *matchData) place(at ref, v *view) {
	d.Number, d.Round = at.Number, v.Rows[at.Number].Round
	if at.Number > 0 {
		d.Older = ref{In: at.In, Number: at.Number - 1}.href("/match")
	}
	if at.Number+1 < len(v.Rows) {
		d.Newer = ref{In: at.In, Number: at.Number + 1}.href("/match")
	}
}

func newSeatData(rec *record.Record, info game.Info, i int) seatData {
	h := rec.Header.Seats[i]
	seat := seatData{Name: h.Name, Hash: h.Hash}
	if i < len(info.Seats) {
		seat.Role = info.Seats[i]
	}
	if rec.Result != nil && i < len(rec.Result.Seats) {
		own := rec.Result.Seats[i]
		seat.Outcome, seat.Points, seat.Fault = own.Outcome, own.Points, own.Fault
		for k, value := range own.Counters {
			if k < len(info.Counters) {
				seat.Counters = append(seat.Counters, counter{info.Counters[k].Name, value})
			}
		}
	}
	if rec.Measured == nil || i >= len(rec.Measured.Seats) {
		return seat
	}
	m := rec.Measured.Seats[i]
	seat.Answers, seat.CPU, seat.Start, seat.Run, seat.Early = len(m.Turns), time.Duration(m.CPU), time.Duration(m.Start), m.Run, m.Early
	seat.Faults, seat.Notes, seat.Log = m.Faults, m.Notes, strings.ToValidUTF8(m.Log, "\uFFFD")
	for _, t := range m.Turns {
		seat.Slowest = max(seat.Slowest, time.Duration(t.Wall)*time.Microsecond)
	}
	if len(m.Turns) > 0 {
		seat.Mean = time.Duration(m.Wall) / time.Duration(len(m.Turns))
	}
	return seat
}

// shellQuote writes a word so that a shell takes it as it is.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._/-", r)
	}
	if word != "" && word[0] != '-' && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// matchData sends what the board of a match is drawn from.
func (s *Server) matchData(w http.ResponseWriter, r *http.Request) {
	at, rec, g, _, release := s.record(w, r)
	if release == nil {
		return
	}
	defer release()
	text, err := board.Encode(g, rec)
	packed := pack(text) // for nearly everybody, and work, too
	release()
	if err != nil {
		s.fail(w, r, http.StatusUnprocessableEntity, "e.replay", at, plainError(err))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	send(w, r, http.StatusOK, text, packed)
}

// matchReplay sends a match's replay file, without what its bots wrote to
// stderr where the asker may not read that.
func (s *Server) matchReplay(w http.ResponseWriter, r *http.Request) {
	at, rec, _, _, release := s.record(w, r)
	if release == nil {
		return
	}
	defer release()
	if rec.Measured != nil {
		for i := range rec.Measured.Seats {
			if !s.mayRead(r, rec.Header.Seats[i].Name) {
				run := &rec.Measured.Seats[i]
				run.Log = ""
			}
		}
	}
	text, err := rec.Encode()
	release()
	if err != nil {
		s.fail(w, r, http.StatusUnprocessableEntity, "e.replay", at, plainError(err))
		return
	}
	attach(w, at.name()+record.Extension, "application/octet-stream")
	w.Write(text) // a browser that has left is no error
}

// matchConfig sends a config that plays the match again.
func (s *Server) matchConfig(w http.ResponseWriter, r *http.Request) {
	at, rec, g, _, release := s.record(w, r)
	if release == nil {
		return
	}
	defer release()
	text, err := s.configOf(&rec.Header, g.Info())
	release()
	if err != nil {
		s.fail(w, r, http.StatusUnprocessableEntity, "e.again", at, err)
		return
	}
	attach(w, at.name()+".yaml", "text/yaml; charset=utf-8")
	w.Write(text)
}

// configOf returns a config that plays a match again. The error says why there
// is none.
func (s *Server) configOf(h *record.Header, info game.Info) ([]byte, error) {
	bots, err := s.bots()
	if err != nil {
		bots = nil // the config only knows less of its bots then
	}
	players := make([]config.Player, len(h.Seats))
	for i, seat := range h.Seats {
		for k := range bots {
			if bots[k].Bot != nil && bots[k].Name == seat.Name {
				players[i].Bot = bots[k].Bot
			}
		}
		if board, ok := s.o.Boards[seat.Name]; ok {
			players[i].Source.Serial = &board
		}
	}
	text, err := config.WriteMatch(h, info, players)
	if err != nil {
		return nil, err
	}
	const head = "# The programs are looked for in the folder of bots; correct the names\n# where yours are called otherwise.\n"
	return append([]byte(head), text...), nil
}

// attach makes the answer a file to keep.
func attach(w http.ResponseWriter, name, kind string) {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\/;%`, r) {
			return '_'
		}
		return r
	}, name)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, ascii, strings.ReplaceAll(template.URLQueryEscaper(name), "+", "%20")))
}
