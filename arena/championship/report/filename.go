package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// longestName bounds a file's name, in bytes: with an ending it fits every
// file system.
const longestName = 100

// FileName returns a name for the file of who has this ID, without an ending,
// that every file system takes: letters, digits, "-", "_" and "." of ASCII
// stand for themselves, every other byte is written as ~ and two hex digits.
// Different IDs have different names, also where capitals count for nothing
// if that is so of the IDs.
func FileName(id string) string {
	var b strings.Builder
	for i := range len(id) {
		c := id[i]
		inside := c == '-' || c == '.' && i < len(id)-1
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', inside && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "~%02x", c)
		}
	}
	name := b.String()
	if name == "" {
		return "~"
	}
	if device(name) {
		name = fmt.Sprintf("~%02x%s", name[0], name[1:])
	}
	if len(name) > longestName {
		name = fmt.Sprintf("%s~~%x", name[:longestName-34], sha256.Sum256([]byte(id)))[:longestName]
	}
	return name
}

// device reports whether Windows takes the name, whatever its ending, for
// that of a device.
func device(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) && '0' <= base[3] && base[3] <= '9'
}
