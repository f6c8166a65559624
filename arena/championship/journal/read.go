package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line.
const maxLine = 64 << 20

// end is what reading a journal found out about its end.
type end struct {
	size  int64 // up to the last whole line
	torn  bool  // there is more, which is the trace of a crash
	batch int   // number of the last batch begun
	last  Block // the last block of replays
}

// Read calls each with every line of the journal, in their order; Line.Text
// is valid during the call only. A torn end is left out. Its error names the
// line for damage that no crash leaves, and is fs.ErrNotExist where there is
// no journal.
func Read(d Disk, each func(Line) error) error {
	_, err := read(d, each)
	return err
}

func read(d Disk, each func(Line) error) (end, error) {
	f, err := d.Open(Name)
	if err != nil {
		return end{}, err
	}
	defer f.Close()
	e, err := readLines(f, each)
	if err != nil {
		return end{}, fmt.Errorf("%s: %w", Name, err)
	}
	return e, nil
}

func readLines(in io.Reader, each func(Line) error) (end, error) {
	var e end
	var block Block
	buffered := bufio.NewReaderSize(in, 1<<20)
	for number := 1; ; number++ {
		text, err := nextLine(buffered)
		if errors.Is(err, io.EOF) && len(text) == 0 {
			if number == 1 {
				return e, errors.New("empty: not a journal")
			}
			return e, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return e, err
		}
		whole := err == nil && len(text) > 2 && text[0] == '{' && text[len(text)-2] == '}' && json.Valid(text)
		switch {
		case number == 1:
			var h header
			if !whole || json.Unmarshal(text, &h) != nil || h.Format != format {
				return e, errors.New("line 1: not a journal")
			}
			if h.Version != version {
				return e, fmt.Errorf("version %d of the journal's form; this arena reads version %d", h.Version, version)
			}
		case !whole:
			if later := batchAfter(buffered, e.batch); later > 0 {
				return e, fmt.Errorf("line %d is damaged though batch %d was written after it: restore the file from a copy, or cut it before this line to play what is missing again", number, later)
			}
			e.torn = true
			return e, nil
		case bytes.HasPrefix(text, []byte(batchStart)):
			var b struct {
				Batch Block `json:"batch"`
			}
			if err := json.Unmarshal(text, &b); err != nil {
				return e, fmt.Errorf("line %d: %w", number, err)
			}
			block, e.batch = b.Batch, b.Batch.Number
			if block.Pack > 0 {
				e.last = block
			}
		default:
			line := Line{Text: text[:len(text)-1]}
			if line.Replay.Start, line.Replay.Len = replayOf(line.Text); line.Replay.Len > 0 {
				line.Replay.Block = block
			}
			if err := each(line); err != nil {
				return e, fmt.Errorf("line %d: %w", number, err)
			}
		}
		e.size += int64(len(text))
	}
}

// nextLine returns the next line with its end, or what is there without one
// and io.EOF.
func nextLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	long := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = in.ReadSlice('\n')
		if long = append(long, text...); len(long) > maxLine {
			return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
		}
	}
	return long, err
}

// batchAfter returns the number of a batch that begins in the rest and is
// later than the given one, or 0.
func batchAfter(in *bufio.Reader, number int) int {
	for {
		text, err := nextLine(in)
		if at := bytes.LastIndex(text, []byte(batchStart)); at >= 0 {
			var b struct {
				Batch Block `json:"batch"`
			}
			if json.Unmarshal(text[at:], &b) == nil && b.Batch.Number > number {
				return b.Batch.Number
			}
		}
		if err != nil {
			return 0
		}
	}
}

const (
	batchStart  = `{"batch":`
	replayStart = `,"replay":[`
)

// appendReplay puts the replay's place at the end of a line's object.
func appendReplay(text []byte, start, length int) []byte {
	text = text[:len(text)-1]
	return fmt.Appendf(text, "%s%d,%d]}", replayStart, start, length)
}

// replayOf returns what appendReplay has put there.
func replayOf(text []byte) (start, length int) {
	at := bytes.LastIndex(text, []byte(replayStart))
	if at < 0 {
		return 0, 0
	}
	rest := text[at+len(replayStart):]
	numbers := [2]int{}
	n := 0
	for i, c := range rest {
		switch {
		case c >= '0' && c <= '9' && numbers[n] < 1<<40:
			numbers[n] = numbers[n]*10 + int(c-'0')
		case c == ',' && n == 0:
			n = 1
		case c == ']' && n == 1 && i == len(rest)-2:
			return numbers[0], numbers[1]
		default:
			return 0, 0
		}
	}
	return 0, 0
}
