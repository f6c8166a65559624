package command

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
)

// raced tells whether these tests were built with the race detector: the
// program that they run is then built with it too.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// raceLogs makes every program with the race detector write what it finds to
// a file of dir: its exit code tells of a race only where it would have been
// 0, and a test may want another or kill it. At its end it need not wait a
// second for late races, as it does by itself: the scripts run it very often.
func raceLogs(dir string) error {
	return os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=50 log_path="+filepath.Join(dir, "race"))
}

// races prints what programs with the race detector wrote to files of dir and
// returns how many they were.
func races(dir string) int {
	logs, _ := filepath.Glob(filepath.Join(dir, "race.*")) // the pattern is a good one
	for _, log := range logs {
		text, err := os.ReadFile(log)
		fmt.Fprintf(os.Stderr, "the program had a race:\n%s", text)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	return len(logs)
}
