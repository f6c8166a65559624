package protocol

import (
	"io"
	"strconv"
	"time"
)

// AppendGsonHello appends a client's first message: its name and the time in
// milliseconds.
func AppendGsonHello(dst []byte, name string, millis int64) []byte {
	dst = append(dst, `{"mCommandID":0,"mTimeSent":`...)
	dst = strconv.AppendInt(dst, millis, 10)
	dst = append(dst, `,"mArguments":[`...)
	dst = appendJSONString(dst, name)
	return append(dst, "]}\n"...)
}

// AppendGsonMapRequest appends a client's second message.
func AppendGsonMapRequest(dst []byte) []byte {
	return append(dst, `{"mCommandID":3,"mTimeSent":0,"mArguments":[]}`+"\n"...)
}

// AppendGsonOrders appends a client's orders for a stage.
func AppendGsonOrders(dst []byte, stage int, orders []Order, ids GsonIDs) []byte {
	dst = append(dst, `{"commands":{`...)
	for i, o := range orders {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = appendNumber(dst, ids.Mine+o.ID)
		dst = append(dst, `":"`...)
		dst = append(dst, gsonActions[o.Action]...)
		dst = append(dst, '"')
	}
	dst = append(dst, `},"mCommandID":1,"mTimeSent":`...)
	dst = appendNumber(dst, stage)
	return append(dst, "}\n"...)
}

// GsonNews is a message of the arena to a client of the gson dialect. It can
// be parsed into again and again.
type GsonNews struct {
	Command    GsonCommand
	Team       int   // with GsonTeam
	Rows, Cols int   // with GsonMap
	Stage      Stage // with GsonStage
}

// Parse reads the arena's line. It wants every list of a stage and every
// member of what is in them, as the original clients do; other members are
// skipped. A miner's Left and the runs are worked out from the gold and the
// cells, which must be in the order of rows, then columns, but for those that
// follow the others because they are only named.
// The error is a *[SyntaxError].
func (m *GsonNews) Parse(line []byte, ids GsonIDs) error {
	s := &m.Stage
	s.reset()
	*m = GsonNews{Command: -1, Stage: *s}
	j := gsonStage{jsonText: jsonText{rest: line}, s: &m.Stage, ids: ids}
	var arguments [2]int
	n, members := 0, 0
	for more := j.open('{', '}'); more; more = j.next('}') {
		key := j.key()
		switch string(key) {
		case "mCommandID":
			m.Command = GsonCommand(j.number())
		case "mTimeSent":
			j.number()
		case "mArguments":
			for more := j.open('[', ']'); more; more = j.next(']') {
				a, ok := parseNumber(j.text())
				if j.bad = j.bad || !ok || n == len(arguments); !j.bad {
					arguments[n] = a
					n++
				}
			}
		default:
			if j.member(string(key)) {
				members++
			} else {
				j.skip(maxDepth)
			}
		}
	}
	ok := j.end()
	switch m.Command {
	case GsonTeam:
		m.Team, ok = arguments[0], ok && n == 1
	case GsonMap:
		m.Rows, m.Cols, ok = arguments[0], arguments[1], ok && n == 2
	case GsonStage:
		ok = ok && members == gsonMembers
		s.order()
	case GsonFinished:
		ok = ok && n == 0
	default:
		ok = false
	}
	if !ok {
		return syntax("a message of the gson dialect", line)
	}
	return nil
}

// GsonMatch is what a client of the gson dialect is told at the start.
type GsonMatch struct {
	Team       int
	Rows, Cols int
}

// maxGsonLine bounds a client's lines: 100 × 100 cells are 340 kB.
const maxGsonLine = 1 << 20

// PlayGoldHunterGson plays one match in the original dialect, as
// [PlayGoldHunter] does in ours; name is the team's. Ids are those of the
// wire, from 1000. It returns when the arena says that the match is over, or
// closes in.
func PlayGoldHunterGson(in io.Reader, out io.Writer, name string, prepare func(GsonMatch) func(*Stage, *Orders)) error {
	c := gsonClient{r: NewReaderSize(in, maxGsonLine), w: NewWriter(out)}
	if err := c.ask(AppendGsonHello(c.w.Line(), name, time.Now().UnixMilli()), GsonTeam); err != nil {
		return err
	}
	g := GsonMatch{Team: c.news.Team}
	if err := c.ask(AppendGsonMapRequest(c.w.Line()), GsonMap); err != nil {
		return err
	}
	g.Rows, g.Cols = c.news.Rows, c.news.Cols
	think := prepare(g)
	var orders Orders
	for {
		switch err := c.read(); {
		case err == io.EOF || err == nil && c.news.Command == GsonFinished:
			return nil
		case err != nil:
			return err
		case c.news.Command != GsonStage:
			continue
		}
		orders.list = orders.list[:0]
		think(&c.news.Stage, &orders)
		answer := AppendGsonOrders(c.w.Line(), c.news.Stage.Number, orders.list, GsonIDs{})
		if err := c.w.Send(answer); err != nil {
			return err
		}
	}
}

type gsonClient struct {
	r    *Reader
	w    *Writer
	line []byte
	news GsonNews
}

// ask sends a message and reads the answer to it.
func (c *gsonClient) ask(message []byte, answer GsonCommand) error {
	if err := c.w.Send(message); err != nil {
		return err
	}
	if err := c.read(); err != nil {
		return cutShort(err)
	}
	if c.news.Command != answer {
		return syntax("the answer with mCommandID "+strconv.Itoa(int(answer)), c.line)
	}
	return nil
}

func (c *gsonClient) read() (err error) {
	if c.line, err = c.r.Line(); err != nil {
		return err
	}
	return c.news.Parse(c.line, GsonIDs{})
}
