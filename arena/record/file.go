package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// Extension ends the name of every replay file.
const Extension = ".replay"

// maxRecord bounds what a replay unpacks to, so that a bad file cannot fill
// the memory.
const maxRecord = 1 << 30

var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// Read reads a record, compressed or not.
func Read(in io.Reader) (*Record, error) {
	head := make([]byte, len(zstdMagic))
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	in = io.MultiReader(bytes.NewReader(head[:n]), in)
	if bytes.Equal(head, zstdMagic) {
		dec, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRecord))
		if err != nil {
			return nil, err
		}
		defer dec.Close()
		in = dec
	}
	text, err := io.ReadAll(io.LimitReader(in, maxRecord+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxRecord {
		return nil, fmt.Errorf("more than %d bytes", maxRecord)
	}
	return Decode(text)
}

// ReadFile reads the replay in a file. Errors name the file.
func ReadFile(name string) (*Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// WriteFile writes the record into folder dir, which it makes if need be, as
// GAME-HASH.replay with the first 16 digits of the hash, and returns the
// file's name. A file appears whole or not at all. A file of that name is
// never overwritten: where its game part is the same, the new one is written
// beside it as GAME-HASH-2.replay and so on, since its measured part differs.
func (r *Record) WriteFile(dir string) (string, error) {
	text, err := r.Encode()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.CreateTemp(dir, ".replay-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(tmp.Name())
	if err := writeCompressed(tmp, text); err != nil {
		tmp.Close()
		return "", fmt.Errorf("%s: %w", tmp.Name(), err)
	}
	if err := tmp.Close(); err != nil {
		return "", err
	}
	hash := Hash(text) // without a measured part it is all game
	if r.Measured != nil {
		hash = r.Measured.Hash
	}
	base := filepath.Join(dir, fmt.Sprintf("%s-%.16s", r.Header.Game, hash))
	for n := 1; ; n++ {
		name := base + Extension
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, Extension)
		}
		// A link fails where the name is taken; a rename would overwrite.
		err := os.Link(tmp.Name(), name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return name, err
	}
}

func writeCompressed(f *os.File, text []byte) error {
	enc, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if _, err := enc.Write(text); err != nil {
		enc.Close()
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	return f.Sync()
}
