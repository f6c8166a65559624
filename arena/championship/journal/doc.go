// Package journal keeps what was decided and played on disk, in the order in
// which it became known, so that nothing is lost and nothing counts twice.
//
// A journal is a file of JSON lines that only grows, and packs beside it with
// the replays. Lines are written in batches: the replays of a batch go into a
// pack as one compressed block, which is synced; then the batch's lines go
// into the journal, which is synced; only then the lines count ([Options]'s
// Committed). What a batch is depends on what came while the one before was
// being synced: a slow disk makes greater batches, not a slower championship.
//
//	{"format":"arena journal","version":1}
//	{"batch":{"number":1,"pack":1,"at":0,"size":8123}}
//	{…,"replay":[0,712]}       a line of the user's, with its replay's place
//	{…}                        a line without a replay
//	{"batch":{"number":2}}     a batch without replays
//
// A replay's place is where it begins in the unpacked block, and its length. A
// pack is a plain zstd file: all its replays unpack one after the other.
//
// After a crash the journal is read up to the first line that is not whole.
// Such a line in the last batch is the trace of the crash and is cut off; one
// with a batch after it is damage to what had been synced, which is an error:
// a batch is begun only when the one before is safe.
//
// While the disk is full the journal waits, and so does who appends to it.
package journal

// Name is the journal's file, and version the version of its form.
const (
	Name    = "journal.jsonl"
	version = 1
)

type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

const format = "arena journal"

// Block is where the replays of one batch are.
type Block struct {
	Number int   `json:"number"` // of the batch, from 1
	Pack   int   `json:"pack,omitempty"`
	At     int64 `json:"at,omitempty"`   // in the pack
	Size   int64 `json:"size,omitempty"` // compressed
}

// Replay says where a replay is.
type Replay struct {
	Block Block
	Start int // in the unpacked block
	Len   int // 0 where there is no replay
}

// Line is a line of the journal.
type Line struct {
	// Text is a JSON object without its end of line.
	Text   []byte
	Replay Replay
}
