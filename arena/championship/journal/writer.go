package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"syscall"

	"github.com/klauspost/compress/zstd"
)

// isFull reports whether an error passes when somebody makes room.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// writer writes batches.
type writer struct {
	disk    Disk
	journal tail
	pack    tail
	number  int // of the pack; 0 for none yet
	batch   int // number of the last batch written
	enc     *zstd.Encoder
	block   []byte // unpacked
	packed  []byte
	text    []byte
}

// tail is a file with the length up to which it is safe. What is beyond is
// the trace of a write that failed.
type tail struct {
	file  File
	size  int64
	dirty bool
}

func newWriter(d Disk, e end) (writer, error) {
	w := writer{disk: d, batch: e.batch, number: e.last.Pack}
	var err error
	// One frame a block, made by one goroutine: that of the journal.
	if w.enc, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(batchBytes)); err != nil {
		return w, err
	}
	f, err := d.Append(Name)
	if err != nil {
		return w, err
	}
	w.journal = tail{file: f, size: e.size, dirty: true}
	if w.number > 0 {
		f, err := d.Append(packName(w.number))
		if err != nil {
			return w, fmt.Errorf("the replays of batch %d: %w", e.last.Number, errors.Join(err, w.journal.file.Close()))
		}
		w.pack = tail{file: f, size: e.last.At + e.last.Size, dirty: true}
		if size, err := f.Size(); err == nil && size < w.pack.size {
			err := fmt.Errorf("%s: %d bytes, and the journal knows of %d", packName(w.number), size, w.pack.size)
			return w, errors.Join(err, w.close())
		}
	}
	// Lines that were read count from now on: they are synced first, since a
	// killed arena may have left them unsynced.
	if err := w.journal.clean(); err != nil {
		return w, fmt.Errorf("%s: %w", Name, errors.Join(err, w.close()))
	}
	return w, nil
}

func packName(number int) string { return fmt.Sprintf("replays-%04d.pack", number) }

func (w *writer) close() error {
	w.enc.Close()
	err := w.journal.file.Close()
	if w.pack.file != nil {
		err = errors.Join(err, w.pack.file.Close())
	}
	return err
}

// write makes a batch safe. After an error nothing of it counts, and it may
// be called again with the same or another batch.
func (w *writer) write(batch []item) ([]Line, error) {
	block := Block{Number: w.batch + 1}
	w.block = w.block[:0]
	for _, it := range batch {
		w.block = append(w.block, it.replay...)
	}
	if len(w.block) > 0 {
		if err := w.nextPack(); err != nil {
			return nil, err
		}
		w.packed = w.enc.EncodeAll(w.block, w.packed[:0])
		block.Pack, block.At, block.Size = w.number, w.pack.size, int64(len(w.packed))
	}
	lines, err := w.encode(batch, block)
	if err != nil {
		return nil, err
	}
	if len(w.block) > 0 {
		if err := w.pack.append(w.packed); err != nil {
			return nil, fmt.Errorf("%s: %w", packName(w.number), err)
		}
	}
	if err := w.journal.append(w.text); err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	w.batch++
	return lines, nil
}

// encode puts the batch's text into w.text and returns its lines.
func (w *writer) encode(batch []item, block Block) ([]Line, error) {
	head, err := json.Marshal(struct {
		Batch Block `json:"batch"`
	}{block})
	if err != nil {
		return nil, err
	}
	w.text = append(append(w.text[:0], head...), '\n')
	lines := make([]Line, len(batch))
	ends := make([]int, len(batch)+1)
	ends[0] = len(w.text)
	start := 0
	for i, it := range batch {
		w.text = append(w.text, it.text...)
		if n := len(it.replay); n > 0 {
			w.text = appendReplay(w.text, start, n)
			lines[i].Replay = Replay{Block: block, Start: start, Len: n}
			start += n
		}
		w.text = append(w.text, '\n')
		ends[i+1] = len(w.text)
	}
	for i := range lines {
		lines[i].Text = w.text[ends[i] : ends[i+1]-1]
	}
	return lines, nil
}

// nextPack begins a pack where there is none or the last one is full.
func (w *writer) nextPack() error {
	if w.pack.file != nil && w.pack.size < packBytes {
		return nil
	}
	f, err := w.disk.Create(packName(w.number + 1))
	if err != nil {
		return err
	}
	// Its name must be safe before the journal speaks of it.
	if err := w.disk.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	if w.pack.file != nil {
		if err := w.pack.file.Close(); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	w.number++
	w.pack = tail{file: f}
	return nil
}

// append writes p behind what is safe and syncs it. A failed sync may have
// dropped what it was to write, so after any error all of it is written anew.
func (t *tail) append(p []byte) error {
	if err := t.clean(); err != nil {
		return err
	}
	t.dirty = true
	if _, err := t.file.Write(p); err != nil {
		return err
	}
	if err := t.file.Sync(); err != nil {
		return err
	}
	t.dirty = false
	t.size += int64(len(p))
	return nil
}

// clean cuts off what is not safe. The cut is synced before anything is
// written in its place, so that old and new never mix.
func (t *tail) clean() error {
	if !t.dirty {
		return nil
	}
	if err := t.file.Truncate(t.size); err != nil {
		return err
	}
	if err := t.file.Sync(); err != nil {
		return err
	}
	t.dirty = false
	return nil
}

// decoder unpacks blocks; without a stream to read it holds no goroutine, and
// it may be used by several at once.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
})
