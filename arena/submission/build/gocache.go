package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// common are packages of Go that bots are likely to use. They are compiled
// once for all builds; any other one is compiled by each build that needs it.
var common = []string{
	"bufio", "bytes", "cmp", "container/heap", "container/list", "context", "encoding/json", "errors", "flag", "fmt", "hash/fnv", "io",
	"log", "maps", "math", "math/big", "math/bits", "math/rand", "math/rand/v2", "os", "os/signal", "regexp", "runtime/debug", "slices",
	"sort", "strconv", "strings", "sync", "sync/atomic", "text/tabwriter", "time", "unicode", "unicode/utf8",
}

// compiledPackages returns the folder of Go's own packages, compiled. Only
// the host's Go runs here, on its own sources; builds are shown the folder
// read-only, which Go puts up with.
func (b *Builder) compiledPackages(ctx context.Context, t *Toolchain) (string, error) {
	b.goOnce.Lock()
	defer b.goOnce.Unlock()
	if b.goCache != "" {
		return b.goCache, nil
	}
	dir := filepath.Join(b.cache, "go-"+t.Key()+"-1") // the number is that of what is done below
	if _, err := os.Stat(dir); err == nil {
		b.goCache = dir
		return dir, nil
	}
	if err := os.MkdirAll(b.cache, 0o755); err != nil {
		return "", fmt.Errorf("compile Go's packages: %w", err)
	}
	tmp, err := os.MkdirTemp(b.cache, ".new-")
	if err != nil {
		return "", fmt.Errorf("compile Go's packages: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil { // for the ids of the jail
		return "", fmt.Errorf("compile Go's packages: %w", err)
	}
	for _, args := range [][]string{
		append([]string{"build", "-trimpath", "-buildvcs=false"}, common...),
		{"list", "std"}, // Go indexes its packages there, and cannot find one that is not when it cannot write
	} {
		cmd := exec.CommandContext(ctx, t.tool, args...)
		cmd.Dir = tmp
		cmd.Env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + tmp, "GOCACHE=" + tmp}, t.env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("compile Go's packages: %w: %.300s", err, out)
		}
	}
	err = os.Rename(tmp, dir)
	if errors.Is(err, fs.ErrExist) { // another arena was faster
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("compile Go's packages: %w", err)
	}
	b.goCache = dir
	return dir, nil
}
