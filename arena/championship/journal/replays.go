package journal

import (
	"fmt"
	"io/fs"
)

// ReadReplay returns the text of a replay. The error for a pack that is gone
// is fs.ErrNotExist; a damaged one is named with the place.
func ReadReplay(d Disk, r Replay) ([]byte, error) {
	return (&Replays{Disk: d}).Read(r)
}

// Replays reads one replay after another. It keeps the block that it read
// last: replays that were written after each other are in the same one, and
// unpacking it is most of the work.
type Replays struct {
	Disk Disk

	at    Block
	block []byte // unpacked; never changed, since texts in it were given away
}

// Read returns the text of a replay. The errors are those of [ReadReplay].
func (r *Replays) Read(at Replay) ([]byte, error) {
	if at.Len == 0 {
		return nil, &fs.PathError{Op: "open", Path: "replay", Err: fs.ErrNotExist}
	}
	if r.block == nil || r.at != at.Block {
		block, err := readBlock(r.Disk, at.Block)
		if err != nil {
			return nil, err
		}
		r.at, r.block = at.Block, block
	}
	if at.Start < 0 || at.Len < 0 || at.Start > len(r.block)-at.Len {
		return nil, fmt.Errorf("%s at byte %d: no replay from %d of %d bytes", packName(at.Block.Pack), at.Block.At, at.Start, at.Len)
	}
	return r.block[at.Start : at.Start+at.Len : at.Start+at.Len], nil
}

// readBlock reads and unpacks a block of a pack.
func readBlock(d Disk, b Block) ([]byte, error) {
	name := packName(b.Pack)
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if b.Size <= 0 || b.Size > packBytes {
		return nil, fmt.Errorf("%s: a block of %d bytes", name, b.Size)
	}
	packed := make([]byte, b.Size)
	if _, err := f.ReadAt(packed, b.At); err != nil {
		return nil, fmt.Errorf("%s at byte %d: %w", name, b.At, err)
	}
	dec, err := decoder()
	if err != nil {
		return nil, err
	}
	block, err := dec.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%s at byte %d: %w", name, b.At, err)
	}
	return block, nil
}
