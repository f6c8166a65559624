package bench

import (
	"os"
	"path/filepath"
	"unsafe"

	"botarena/sandbox/tinyelf"
)

//lint:ignore U1000 its code is copied, not called
func echo()

func echoPC() unsafe.Pointer

// echoSize is more than the code of echo takes; what follows it in memory is
// copied too and never reached.
const echoSize = 128

// WriteBot writes the trivial bot into a folder and returns its path: a
// program of one page that answers whatever it reads with a line "1".
func WriteBot(dir string) (string, error) {
	name := filepath.Join(dir, "echo")
	return name, os.WriteFile(name, tinyelf.Image(unsafe.Slice((*byte)(echoPC()), echoSize)), 0o755)
}
