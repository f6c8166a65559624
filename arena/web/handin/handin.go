// Package handin is what the site and who takes hand-ins agree on: the site
// lays the page /hand-in out, in the reader's language, and says what the
// [Desk] has to show. Neither knows more of the other.
package handin

import (
	"net"
	"net/http"
	"time"
)

// Path is where the page is. What its forms are sent to is below it.
const (
	Path      = "/hand-in"
	EnterPath = Path + "/enter" // a form with the field token
	LeavePath = Path + "/leave" // an empty form
	FilePath  = Path + "/file"  // a multipart form with the field file
	FinalPath = Path + "/final" // a form with the field n, the number of a hand-in
)

// Cookie names a cookie of the server that a request was sent to. Browsers send
// a host's cookies to all its ports (RFC 6265, section 8.5), and one arena may
// serve a class while another plays a championship with pages of its own.
func Cookie(r *http.Request, name string) string {
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		return name + "-" + port
	}
	return name
}

// Desk answers the requests for [Path] and what is below. The site has seen to
// it that they come from no form of another site, and has set the headers; the
// desk sees to who may write, and bounds the bodies.
type Desk interface {
	ServeHandIn(w http.ResponseWriter, r *http.Request, show Show)
}

// Show answers with the page.
type Show func(status int, v View)

// View is what the page shows.
type View struct {
	Team     string  // empty: a token is asked for
	Problem  Problem // the zero Problem for none
	Deadline time.Time
	Zone     *time.Location // times are shown in it, where no script does better; nil is UTC
	Final    bool           // teams mark the hand-in that counts
	Waiting  bool           // something is being looked at: the page comes again
	HandIns  []HandIn       // the last one first
}

// HandIn is a line of a team's history.
type HandIn struct {
	N      int // from 1
	At     time.Time
	Name   string // of the file
	Size   int64  // in bytes
	State  State
	Counts bool
	Late   time.Duration // of one that counts
	Open   bool          // what was found is unfolded
	// Wrong, Cure and Text say what was found, in English: a compiler's or the
	// check's own words. All empty where nothing was looked at.
	Wrong, Cure, Text string
}

// Found reports whether there is anything to unfold.
func (h HandIn) Found() bool { return h.Wrong != "" || h.Cure != "" || h.Text != "" }

// State is how far a hand-in has come. The site has a text for each.
type State string

// The states: those of a report, and what comes before.
const (
	Waiting State = "waiting" // is being looked at
	Older   State = "older"   // was not looked at, and will not be
	Failed  State = "failed"  // could not be looked at, as the organiser was told
	Refused State = "refused"
	Unbuilt State = "unbuilt"
	Unfit   State = "unfit"
	Fit     State = "fit"
	Built   State = "built"
)

// States are all states.
var States = []State{Waiting, Older, Failed, Refused, Unbuilt, Unfit, Fit, Built}

// Problem is what went wrong with a request, with the figures it has.
type Problem struct {
	Kind Kind // empty for no problem
	Args []any
}

// Kind is a kind of problem. The site has a text for each, and one for its
// cure.
type Kind string

// The kinds of problem, with their Args.
const (
	BadToken  Kind = "badtoken"
	NoToken   Kind = "notoken"
	NoForm    Kind = "noform" // no form with a file
	NoFile    Kind = "nofile"
	CutOff    Kind = "cutoff"
	TooLarge  Kind = "large"   // the most MiB, as a text
	TooSoon   Kind = "soon"    // the time to wait, the time between two
	TooMany   Kind = "many"    // how many within a day
	Nothing   Kind = "nothing" // handed in that could be marked
	NoNumber  Kind = "nonumber"
	NoSuch    Kind = "number" // the number, the highest there is
	TooLate   Kind = "late"   // for a mark to count
	NoRoster  Kind = "roster" // the team, which is not on it
	OwnFault  Kind = "failed" // the organiser's to cure
	NoAddress Kind = "address"
)

// Kinds are all kinds.
var Kinds = []Kind{BadToken, NoToken, NoForm, NoFile, CutOff, TooLarge, TooSoon, TooMany, Nothing, NoNumber, NoSuch, TooLate, NoRoster, OwnFault, NoAddress}
