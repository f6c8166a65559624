package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

// canPlay reports whether matches can be begun here.
func (s *Server) canPlay() bool {
	return s.o.Seater != nil && (s.o.Bots != "" || len(s.o.Boards) > 0)
}

// bots lists the bots of the folder, if there is one.
func (s *Server) bots() ([]config.Listed, error) {
	if s.o.Bots == "" {
		return nil, nil
	}
	return config.LoadBots(s.o.Bots, s.o.Games)
}

// gameBots is a game with the bots that can take each of its seats.
type gameBots struct {
	Name  string
	Seats []seatBots
	Bots  []string // those that can take one of them
}

type seatBots struct {
	Role string
	Bots []string
}

// offers lists what can be played; problems are the bots that cannot.
func (s *Server) offers() (games []gameBots, problems []string, err error) {
	bots, err := s.bots()
	if err != nil {
		return nil, nil, err
	}
	for _, b := range bots {
		if b.Err != nil {
			problems = append(problems, b.Name+": "+plainError(b.Err))
		}
	}
	for _, g := range s.o.Games {
		offer := gameBots{Name: g.Info().Name}
		for _, role := range g.Info().Seats {
			seat := seatBots{Role: role}
			for _, b := range bots {
				if b.Bot == nil {
					continue
				}
				if problem, _ := b.Bot.Plays(offer.Name, role); problem == "" {
					seat.Bots = append(seat.Bots, b.Name)
				}
			}
			if offer.Name == papersoccer.Name {
				seat.Bots = append(seat.Bots, slices.Sorted(maps.Keys(s.o.Boards))...)
			}
			offer.Seats = append(offer.Seats, seat)
			for _, name := range seat.Bots {
				if !slices.Contains(offer.Bots, name) {
					offer.Bots = append(offer.Bots, name)
				}
			}
		}
		games = append(games, offer)
	}
	return games, problems, nil
}

// order is a match that a form asks for.
type order struct {
	g    game.Game
	spec match.Spec
}

// errOrder is what is wrong with a form, for its reader.
type errOrder struct {
	key  string
	args []any
}

func (e *errOrder) Error() string { return e.key + ": " + fmt.Sprint(e.args...) }

func wrong(key string, args ...any) error { return &errOrder{key, args} }

// newOrder reads what the forms have in common: game, seed, set-up, limit.
func (s *Server) newOrder(r *http.Request) (*order, error) {
	if !s.canPlay() {
		return nil, wrong("e.noplay")
	}
	g, err := s.game(r.PostFormValue("game"))
	if err != nil {
		return nil, wrong("e.game", r.PostFormValue("game"))
	}
	info := g.Info()
	form := cmp.Or(strings.TrimSpace(r.PostFormValue("setup")), "{}")
	setup, err := game.DecodeSetup(g, []byte(form))
	if err != nil {
		return nil, wrong("e.setup", err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	o := &order{g: g, spec: match.Spec{
		ID:      "web",
		Header:  record.Header{Version: record.Version, Game: info.Name, Setup: text, Terms: config.DefaultTerms(info)},
		Sources: make([]match.Source, len(info.Seats)),
	}}
	h := &o.spec.Header
	h.Seats = make([]record.Seat, len(info.Seats))
	if h.Seed, err = seedOf(r.PostFormValue("seed")); err != nil {
		return nil, err
	}
	return o, nil
}

// seedOf reads a seed; an empty one is drawn.
func seedOf(text string) (uint64, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return config.DrawSeed(), nil
	}
	seed, err := config.ParseSeed(text)
	if err != nil {
		return 0, wrong("e.seed", text)
	}
	return seed, nil
}

// seat puts a bot of the folder, or a board, into a seat.
func (o *order) seat(s *Server, seat int, name, args string) error {
	if board, ok := s.o.Boards[name]; ok && o.g.Info().Name == papersoccer.Name {
		o.spec.Sources[seat].Serial = &board
		o.spec.Header.Seats[seat] = record.Seat{Name: name, Kind: record.KindSerial}
		return nil
	}
	bots, err := s.bots()
	if err != nil {
		return wrong("e.bots", plainError(err))
	}
	role := o.g.Info().Seats[seat]
	for _, b := range bots {
		if b.Name != name {
			continue
		}
		if b.Err != nil {
			return wrong("e.bot", name, plainError(b.Err))
		}
		if problem, _ := b.Bot.Plays(o.g.Info().Name, role); problem != "" {
			return wrong("e.bot", name, problem)
		}
		process := b.Bot.Process(role)
		if process == nil {
			return wrong("e.bot", name, "it has no program for "+role)
		}
		if strings.ContainsRune(args, 0) {
			return wrong("e.bot", name, "an argument cannot hold a NUL character")
		}
		o.spec.Sources[seat].Process = process
		o.spec.Header.Seats[seat] = record.Seat{
			Name: b.Name, Kind: record.KindProcess, Env: b.Bot.Env, Dialect: b.Bot.Dialect,
			Args: append(slices.Clone(b.Bot.Args), strings.Fields(args)...),
		}
		return nil
	}
	return wrong("e.nobot", name)
}

// person puts a person into a seat.
func (o *order) person(seat int, name string, limit record.Duration) {
	o.spec.Header.Seats[seat] = record.Seat{Name: name, Kind: record.KindPerson, Move: limit}
}

// named keeps two seats of one name apart, as a result must.
func (o *order) named() {
	seats := o.spec.Header.Seats
	if len(seats) == 2 && seats[0].Name == seats[1].Name {
		for i := range seats {
			seats[i].Name += " (" + o.g.Info().Seats[i] + ")"
		}
	}
}

// open opens the programs.
func (o *order) open(s *Server) error {
	if err := s.o.Seater.Open(&o.spec); err != nil {
		return wrong("e.open", plainError(err))
	}
	return nil
}

// refuse answers a form that cannot be followed.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var e *errOrder
	if errors.As(err, &e) {
		s.fail(w, r, http.StatusUnprocessableEntity, e.key, e.args...)
		return
	}
	s.fail(w, r, http.StatusInternalServerError, "e.inside", plainError(err))
}
