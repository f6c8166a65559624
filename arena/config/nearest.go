package config

import "strings"

// Nearest returns the candidate that text most likely was meant to be, or ""
// when none is near: one slip in three letters is forgiven, a letter too
// many, too few or wrong, or two neighbours that changed places. Case counts
// for nothing.
func Nearest(text string, candidates []string) string {
	best, least := "", max(1, len([]rune(text))/3)+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(text), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance is the optimal string alignment distance in runes.
func distance(one, other string) int {
	a, b := []rune(one), []rune(other)
	const far = 64 // nobody misspells a key of that length; bounds the work
	if len(a) > far || len(b) > far {
		return far
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, last, before := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
