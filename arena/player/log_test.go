package player

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestKeptLog: the first and the last 64 KiB are kept, however the bytes come,
// and what lies between is told.
func TestKeptLog(t *testing.T) {
	var stream bytes.Buffer
	for i := 0; stream.Len() < 5*logKeep; i++ {
		fmt.Fprintf(&stream, "line %d\n", i)
	}
	all := stream.Bytes()
	for _, size := range []int{0, 1, 1000, logKeep - 1, logKeep, logKeep + 1, 2 * logKeep, 2*logKeep + 1, 3*logKeep + 7, len(all)} {
		for _, piece := range []int{1, 4096, 100_000, len(all)} {
			if piece == 1 && size > 2*logKeep+1 {
				continue // slow, and nothing new
			}
			var l keptLog
			for rest := all[:size]; len(rest) > 0; {
				n := min(piece, len(rest))
				l.add(rest[:n])
				rest = rest[n:]
			}
			want := string(all[:size])
			if size > 2*logKeep {
				left := size - 2*logKeep
				want = string(all[:logKeep]) + fmt.Sprintf("\n[… %d bytes left out …]\n", left) + string(all[size-logKeep:size])
			}
			if got := l.String(); got != want {
				t.Errorf("%d bytes in pieces of %d: %d bytes kept, want %d; ends %q", size, piece, len(got), len(want), strings.TrimSpace(got[max(0, len(got)-20):]))
			}
		}
	}
}
