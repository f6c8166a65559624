package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// tokenLine is a line of tokens.jsonl. A team's last one counts; one without
// a hash takes the token away.
type tokenLine struct {
	Team string    `json:"team"`
	Hash string    `json:"hash,omitempty"` // sha256 of the token, hex
	At   time.Time `json:"at"`
}

// A token is 130 random bits: nobody finds it from its hash, however fast the
// hash is, and so it needs no slow one.
const tokenLetters = 26

var tokenForm = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewToken gives a team a new token in place of any other. Only its hash is
// kept: it is shown once.
func (s *Store) NewToken(team string, at time.Time) (string, error) {
	if why := CheckTeam(team); why != "" {
		return "", badID(team, why, "write an id that can name a file")
	}
	var b [20]byte
	rand.Read(b[:])
	token := tokenForm.EncodeToString(b[:])[:tokenLetters]
	sum := sha256.Sum256([]byte(token))
	return token, s.appendToken(tokenLine{team, hex.EncodeToString(sum[:]), at.UTC().Round(0)})
}

func (s *Store) appendToken(l tokenLine) (err error) {
	f, err := os.OpenFile(s.path("tokens.jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("tokens: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := flock(f); err != nil {
		return err
	}
	text, err := os.ReadFile(f.Name())
	if err != nil {
		return fmt.Errorf("tokens: %w", err)
	}
	out, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("tokens: %w", err)
	}
	whole := int64(strings.LastIndexByte(string(text), '\n') + 1)
	if err := f.Truncate(whole); err != nil { // a torn line
		return fmt.Errorf("tokens: %w", err)
	}
	if _, err := f.WriteAt(append(out, '\n'), whole); err != nil {
		return fmt.Errorf("tokens: %w", err)
	}
	return f.Sync()
}

// tokens returns the hash of each team's token.
func (s *Store) tokens() (map[string]string, error) {
	text, err := os.ReadFile(s.path("tokens.jsonl"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	hashes := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "\n") {
			break
		}
		var l tokenLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			return nil, fmt.Errorf("tokens: %w", err)
		}
		if delete(hashes, l.Team); l.Hash != "" {
			hashes[l.Team] = l.Hash
		}
	}
	return hashes, nil
}

// HasToken reports whether a team has a token.
func (s *Store) HasToken(team string) (bool, error) {
	hashes, err := s.tokens()
	return hashes[team] != "", err
}

// TeamOf returns the team that a token is of, "" for none. Spaces, dashes and
// capital letters of somebody who types it are put up with.
func (s *Store) TeamOf(token string) (string, error) {
	hashes, err := s.tokens()
	if err != nil {
		return "", err
	}
	token = strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\n", "", "\r", "", "\t", "").Replace(token))
	if len(token) != tokenLetters {
		return "", nil
	}
	// Hashes are compared, of which a time tells nothing.
	sum := sha256.Sum256([]byte(token))
	hash := hex.EncodeToString(sum[:])
	for team, h := range hashes {
		if h == hash {
			return team, nil
		}
	}
	return "", nil
}
