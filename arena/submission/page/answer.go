package page

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"

	"botarena/arena/submission"
	"botarena/arena/submission/store"
	"botarena/arena/web/handin"
)

// kinds says as what the page words a refusal of the store.
var kinds = map[store.Reason]handin.Kind{
	store.TooSoon: handin.TooSoon, store.TooMany: handin.TooMany, store.TooLarge: handin.TooLarge,
	store.NothingYet: handin.Nothing, store.NoSuch: handin.NoSuch, store.TooLate: handin.TooLate,
}

// notTaken says why a hand-in or a mark was not taken.
func (q *request) notTaken(err error) {
	var refused *store.RefusedError
	var unknown *submission.UnknownTeamError
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &refused) && kinds[refused.Reason] != "":
		args := refused.Args
		if refused.Reason == store.TooLarge {
			args = []any{q.mostMiB()}
		}
		q.refuse(http.StatusBadRequest, kinds[refused.Reason], args...)
	case errors.As(err, &unknown):
		q.refuse(http.StatusBadRequest, handin.NoRoster, unknown.Team)
	case errors.As(err, &large):
		q.refuse(http.StatusBadRequest, handin.TooLarge, q.mostMiB())
	case cutOff(err):
		q.refuse(http.StatusBadRequest, handin.CutOff)
	default:
		q.fail(err)
	}
}

// cutOff reports whether an error is of the line to the team: an end, a reset,
// or the time that an upload may take.
func cutOff(err error) bool {
	var line *net.OpError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &line)
}

// mostMiB is the most that a file may have, as a text.
func (q *request) mostMiB() string {
	return strconv.FormatFloat(float64(q.o.MaxSize)/(1<<20), 'g', 3, 64)
}

func problem(kind handin.Kind, args ...any) handin.View {
	return handin.View{Problem: handin.Problem{Kind: kind, Args: args}}
}

// page shows a team its page, and others the question for their token.
func (q *request) page() { q.answer(http.StatusOK, handin.Problem{}) }

// refuse is page with what went wrong.
func (q *request) refuse(status int, kind handin.Kind, args ...any) {
	q.answer(status, handin.Problem{Kind: kind, Args: args})
}

func (q *request) answer(status int, p handin.Problem) {
	team, err := q.team()
	v := &handin.View{}
	if err == nil && team != "" {
		v, err = q.view(q.ctx, team) // whoever closes the page calls off nothing
	}
	if err != nil {
		q.fail(err)
		return
	}
	v.Problem = p
	q.show(status, *v)
}

// fail tells of what is the organiser's to cure, without its details.
func (q *request) fail(err error) {
	q.o.Failed(err)
	q.show(http.StatusInternalServerError, problem(handin.OwnFault))
}
