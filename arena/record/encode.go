package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"botarena/arena/game"
)

// Game returns the lines of the game part, the same bytes for equal matches.
func (r *Record) Game() ([]byte, error) {
	var b bytes.Buffer
	if err := line(&b, "header", r.Header); err != nil {
		return nil, err
	}
	for i, round := range r.Rounds {
		fmt.Fprintf(&b, "{\"round\":%d}\n", i)
		if round.Absent != nil {
			if err := line(&b, "absent", round.Absent); err != nil {
				return nil, err
			}
		}
		for _, a := range round.Answers {
			b.Write(appendAnswer(b.AvailableBuffer(), a))
		}
		if round.Result != nil {
			if err := line(&b, "end", round.Result); err != nil {
				return nil, err
			}
		}
	}
	if err := line(&b, "result", r.Result); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Hash returns the SHA-256 of a game part in hex: the match's name.
func Hash(gamePart []byte) string {
	sum := sha256.Sum256(gamePart)
	return hex.EncodeToString(sum[:])
}

// Encode returns the whole record as JSON lines and sets Measured.Hash.
func (r *Record) Encode() ([]byte, error) {
	text, err := r.Game()
	if err != nil {
		return nil, err
	}
	if r.Measured == nil {
		return text, nil
	}
	r.Measured.Hash = Hash(text)
	b := bytes.NewBuffer(text)
	if err := line(b, "measured", r.Measured); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func line(b *bytes.Buffer, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("record: %s: %w", key, err)
	}
	fmt.Fprintf(b, "{%q:%s}\n", key, text)
	return nil
}

// appendAnswer appends an answer's line to dst without allocating for the
// usual move of plain text.
func appendAnswer(dst []byte, a SeatAnswer) []byte {
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(a.Seat), 10)
	dst = append(dst, ',')
	dst = appendMove(dst, a.Move)
	if a.Fault != game.NoFault || a.Malformed != 0 {
		dst = append(dst, ',', '"')
		dst = append(dst, a.Fault...)
		dst = append(dst, '"')
	}
	if a.Malformed != 0 {
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(a.Malformed), 10)
	}
	return append(dst, ']', '\n')
}

func appendMove(dst, move []byte) []byte {
	if !plain(move) {
		dst = append(dst, `["hex","`...)
		dst = hex.AppendEncode(dst, move)
		return append(dst, `"]`...)
	}
	dst = append(dst, '"')
	for _, c := range move {
		if c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

// plain reports whether a move can stand between quotes as it is, quotes and
// backslashes apart.
func plain(move []byte) bool {
	for _, c := range move {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(move)
}
