package sandbox

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// libraryFolders are where the host's loader finds shared libraries: the
// folders of all that its cache lists for this architecture, and where there
// is no cache (musl has none), those that loaders have built in.
func libraryFolders() []string {
	var dirs []string
	if b, err := os.ReadFile("/etc/ld.so.cache"); err == nil {
		dirs, _ = parseLoaderCache(b) // a cache of another form is no cache
	}
	if dirs == nil {
		dirs = []string{"/lib", "/usr/lib", "/usr/local/lib"}
	}
	return existing(dirs)
}

// existing keeps the paths that there are.
func existing(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool {
		_, err := os.Stat(p)
		return err != nil
	})
}

// cacheMagic begins the cache of glibc from 2.2 on (its sysdeps/generic/dl-cache.h).
// An older cache may lie before it.
const cacheMagic = "glibc-ld.so.cache1.1"

const (
	cacheHeader = 48 // magic, number of entries, length of the strings, flags, unused
	cacheEntry  = 24 // flags, name, path, osversion; hwcap

	cacheELF = 3 // low byte of an entry's flags: a library of libc 6
)

// cacheArch is the second byte of an entry's flags.
var cacheArch = map[string]byte{"amd64": 0x03, "arm64": 0x0a}[runtime.GOARCH]

var errCache = errors.New("not a loader's cache")

// parseLoaderCache gives the folders of this architecture's libraries, each
// once, in their order.
func parseLoaderCache(b []byte) (dirs []string, err error) {
	at := bytes.Index(b, []byte(cacheMagic))
	if at < 0 || len(b) < at+cacheHeader {
		return nil, errCache
	}
	b = b[at:] // offsets count from here
	n := int(binary.NativeEndian.Uint32(b[len(cacheMagic):]))
	if n > (len(b)-cacheHeader)/cacheEntry {
		return nil, errCache
	}
	for i := range n {
		e := b[cacheHeader+i*cacheEntry:]
		flags, off := binary.NativeEndian.Uint32(e), int64(binary.NativeEndian.Uint32(e[8:]))
		if byte(flags) != cacheELF || byte(flags>>8) != cacheArch {
			continue
		}
		if off >= int64(len(b)) {
			return nil, errCache
		}
		path, _, ok := bytes.Cut(b[off:], []byte{0})
		if !ok || !filepath.IsAbs(string(path)) {
			return nil, errCache
		}
		if dir := filepath.Dir(string(path)); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs, nil
}

// ownFolders are the folders that a program of the host's names itself to look
// for libraries in (DT_RPATH and DT_RUNPATH). Never asked of a bot, which
// could name any.
func ownFolders(path string) (dirs []string) {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		lists, _ := f.DynString(tag)
		for _, list := range lists {
			for dir := range strings.SplitSeq(list, ":") {
				dir = strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path)).Replace(dir)
				if filepath.IsAbs(dir) {
					dirs = append(dirs, filepath.Clean(dir))
				}
			}
		}
	}
	return existing(dirs)
}

// loaderOf is the loader that a program names, "" if it is not a dynamic one.
func loaderOf(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if s := f.Section(".interp"); s != nil {
		b, _ := s.Data()
		return strings.TrimRight(string(b), "\x00")
	}
	return ""
}

// libraries are what every dynamic program is shown: the loader, what it
// reads, and the library folders.
func libraries(loader string) []string {
	return append(existing([]string{loader, "/etc/ld.so.cache", "/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8"}), libraryFolders()...)
}
