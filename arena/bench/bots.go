package bench

import (
	"os"
	"path/filepath"
	"unsafe"

	"botarena/sandbox/tinyelf"
)

// The bots' whole programs, of one page each. Never called here: their code is
// copied.

// echo answers whatever it reads with a line "1".
//
//lint:ignore U1000 its code is copied, not called
func echo()

// burn takes what it reads for a number of nanoseconds, 8 bytes in the order of
// the machine, and answers with a line "1" when it has used so much CPU time.
//
//lint:ignore U1000 its code is copied, not called
func burn()

func echoPC() unsafe.Pointer

func burnPC() unsafe.Pointer

// botSize is more than the code of a bot takes; what follows it in memory is
// copied too and never reached.
const botSize = 256

// writeBot writes the bot whose code begins there and returns its path.
func writeBot(dir, name string, code unsafe.Pointer) (string, error) {
	path := filepath.Join(dir, name)
	return path, os.WriteFile(path, tinyelf.Image(unsafe.Slice((*byte)(code), botSize)), 0o755)
}
