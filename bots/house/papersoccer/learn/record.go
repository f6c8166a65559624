package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strings"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/value"
)

// readGames reads recorded games of the plain variant: gzipped lines of id,
// result (0-1 if the first player won, who attacks north), end, and turns,
// separated by tabs. Their players' opinion is unknown: it is the outcome.
func readGames(name string) ([]sample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	zip, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var all []sample
	sc := bufio.NewScanner(zip)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		col := strings.Split(sc.Text(), "\t")
		if strings.HasPrefix(sc.Text(), "#") || len(col) != 4 {
			continue
		}
		winner := value.Red
		if col[1] == "0-1" {
			winner = value.Blue
		}
		all = append(all, replay(strings.Fields(col[3]), winner)...)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// replay returns the positions of a game that are not decided at first sight.
func replay(turns []string, winner value.View) []sample {
	var game []sample
	var reach field.Reach
	p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, false)
	v := value.Blue
	for _, turn := range turns {
		b := field.FromPitch(p)
		reach.From(&b)
		if reach.Goal[v.Target()] != 0 && reach.Fresh.Len() > 0 {
			s := sample{board: b, view: v}
			if v == winner {
				s.outcome, s.opinion = 1, 1
			}
			game = append(game, s)
		}
		if end, err := p.Play([]byte(turn), papersoccer.Digits); err != nil || end != papersoccer.Fresh {
			break
		}
		v = v.Other()
	}
	return game
}
