package unpack

import (
	"archive/zip"
	"encoding/binary"
	"hash/crc32"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

var codePages = map[string]*charmap.Charmap{
	"cp437": charmap.CodePage437, "cp850": charmap.CodePage850, "cp852": charmap.CodePage852,
	"cp855": charmap.CodePage855, "cp858": charmap.CodePage858, "cp860": charmap.CodePage860,
	"cp862": charmap.CodePage862, "cp866": charmap.CodePage866,
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1256": charmap.Windows1256,
}

// CodePages lists what Limits.Names can be.
func CodePages() []string { return slices.Sorted(maps.Keys(codePages)) }

// decodeName returns an entry's name as composed UTF-8 with slashes.
//
// The flag for UTF-8 is not set by every packer that writes UTF-8, so that
// what is valid is taken for it; text in a code page hardly ever is. Info-ZIP
// adds the name in UTF-8 as an extra field, which counts first.
func decodeName(f *zip.File, page string) string {
	name := f.Name
	if better, ok := unicodePath(f); ok {
		name = better
	}
	if !utf8.ValidString(name) {
		// A code page has a character for each byte.
		name, _ = codePages[page].NewDecoder().String(name)
	}
	// Old packers of Windows write the separator of their system.
	return norm.NFC.String(strings.ReplaceAll(name, `\`, "/"))
}

// unicodePathID is the extra field "Info-ZIP Unicode Path" (APPNOTE 4.6.9).
const unicodePathID = 0x7075

func unicodePath(f *zip.File) (string, bool) {
	for extra := f.Extra; len(extra) >= 4; {
		id, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if size > len(extra) {
			return "", false
		}
		field := extra[:size]
		extra = extra[size:]
		if id != unicodePathID || size < 5 || field[0] != 1 {
			continue
		}
		// A renamed entry keeps a stale field; the checksum shows it.
		if binary.LittleEndian.Uint32(field[1:]) != crc32.ChecksumIEEE([]byte(f.Name)) || !utf8.Valid(field[5:]) {
			return "", false
		}
		return string(field[5:]), true
	}
	return "", false
}

// Bounds of names.
const (
	mostName = 255  // bytes of a part of a path: NAME_MAX of Linux
	MostPath = 1024 // bytes of a path
)

// checkName refuses names that lead elsewhere, or cannot be written or shown.
func checkName(name string, depth int) error {
	const cure = "rename it and zip the folder again"
	parts := strings.Split(strings.TrimSuffix(name, "/"), "/")
	switch {
	case name == "" || name == "/":
		return refuse("", "make the zip again with an ordinary program", "an entry of the zip has no name")
	case strings.HasPrefix(name, "/"):
		return refuse(name, "zip the folder, not files by their full paths", "the name is absolute; only names inside the hand-in are taken")
	case len(name) >= 2 && name[1] == ':' && isLetter(name[0]):
		return refuse(name, "zip the folder, not files by their full paths", "the name begins with a drive; only names inside the hand-in are taken")
	case slices.Contains(parts, ".."):
		return refuse(name, "zip the folder from its inside", "the name leads out of the hand-in by ..")
	case len(name) > MostPath:
		return refuse(name, cure, "the path is longer than %d bytes", MostPath)
	case len(parts)-1 > depth:
		return refuse(name, "put the files higher up", "it lies in %d folders, one in another; %d are taken", len(parts)-1, depth)
	}
	for _, p := range parts {
		switch {
		case p == "" || p == ".":
			return refuse(name, cure, "a part of the path is empty or a dot")
		case len(p) > mostName:
			return refuse(name, cure, "a part of the path is longer than %d bytes", mostName)
		}
	}
	for _, r := range name {
		// ZWNJ and ZWJ are letters' company in Persian and others; what turns
		// the direction of text round makes names look like others.
		if unicode.IsControl(r) || r == utf8.RuneError || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return refuse(name, cure, "the name holds the character %U, which cannot be shown", r)
		}
	}
	if !filepath.IsLocal(strings.TrimSuffix(name, "/")) {
		return refuse(name, cure, "the name leads out of the hand-in")
	}
	return nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// litter are files and folders that packers, systems and editors leave. Finder
// keeps a folder's icon in a file whose name ends in a carriage return.
var litter = []string{"__MACOSX", ".DS_Store", "Icon\r", "Thumbs.db", "desktop.ini", ".git", ".svn", ".hg", ".idea", ".vscode", ".vs", "__pycache__"}

// isLitter reports whether a name, or a folder around it, is litter.
func isLitter(name string) bool {
	for p := range strings.SplitSeq(strings.TrimSuffix(name, "/"), "/") {
		if slices.Contains(litter, p) || strings.HasPrefix(p, "._") {
			return true
		}
	}
	return false
}

// topFolder returns the folder that all files lie in, or "".
func topFolder(files []string) string {
	if len(files) == 0 {
		return ""
	}
	top := path.Dir(files[0])
	for _, f := range files[1:] {
		for top != "." && !strings.HasPrefix(f, top+"/") {
			top = path.Dir(top)
		}
	}
	if top == "." {
		return ""
	}
	return top
}

var folder = cases.Fold()

// sameKey is equal for names that some file system takes for the same.
func sameKey(name string) string { return norm.NFC.String(folder.String(name)) }
