package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// This file has what a seat and a bot.yaml say alike of a program, at or below
// a path.

// Runtimes are the jail's roots by name.
var Runtimes = []string{"static", "dynamic", "python", "java", "node", "custom"}

// checkNames checks the names of a bot and of its runtime.
func (d *decoder) checkNames(path, name, runtime string) error {
	at := join(path, "name")
	if _, given := d.at[at]; given {
		if why := badName(name); why != "" {
			return d.failAt(at, fmt.Sprintf("write a name of 1 to %d characters that can be printed", mostName), "%sname %s %s", label(path), quote(name), why)
		}
	}
	at = join(path, "runtime")
	if _, given := d.at[at]; given && !slices.Contains(Runtimes, runtime) {
		return d.failAt(at, pick(runtime, Runtimes), "%sno runtime is called %s", label(path), quote(runtime))
	}
	return nil
}

// checkWords refuses words that no program can be given.
func (d *decoder) checkWords(path, key string, words []string) error {
	for i, w := range words {
		if strings.ContainsRune(w, 0) {
			return d.failAt(join(path, key)+index(i), "take it out", "%s%s: an argument cannot hold a NUL character", label(path), key)
		}
	}
	return nil
}

// checkEnv refuses variables that no program can be given.
func (d *decoder) checkEnv(path string, env map[string]string) error {
	for _, k := range slices.Sorted(maps.Keys(env)) {
		if k == "" || strings.ContainsAny(k, "=\x00") || strings.ContainsRune(env[k], 0) {
			return d.failAt(join(join(path, "env"), k), "write NAME: VALUE", "%senv: %s cannot be a variable's name", label(path), quote(k))
		}
	}
	return nil
}
