//go:build race

package cgroup

// The race detector uses memory of its own.
const raceEnabled = true
