package sandbox

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// loaderCache makes a cache of entries of this host's byte order.
func loaderCache(flags uint32, paths ...string) []byte {
	b := make([]byte, cacheHeader+cacheEntry*len(paths))
	copy(b, cacheMagic)
	binary.NativeEndian.PutUint32(b[20:], uint32(len(paths)))
	for i, p := range paths {
		binary.NativeEndian.PutUint32(b[cacheHeader+i*cacheEntry:], flags)
		binary.NativeEndian.PutUint32(b[cacheHeader+i*cacheEntry+8:], uint32(len(b)))
		b = append(append(b, p...), 0)
	}
	return b
}

func TestParseLoaderCache(t *testing.T) {
	ours := uint32(cacheArch)<<8 | cacheELF
	good := loaderCache(ours, "/lib/a/libx.so.1", "/lib/a/liby.so.2", "/opt/libz.so")
	want := []string{"/lib/a", "/opt"}
	if dirs, err := parseLoaderCache(good); err != nil || !reflect.DeepEqual(dirs, want) {
		t.Errorf("%v, %v", dirs, err)
	}
	if dirs, err := parseLoaderCache(append([]byte("ld.so-1.7.0, an older cache"), good...)); err != nil || !reflect.DeepEqual(dirs, want) {
		t.Errorf("after an older one: %v, %v", dirs, err)
	}
	if dirs, err := parseLoaderCache(loaderCache(cacheELF, "/lib32/libx.so")); err != nil || dirs != nil {
		t.Errorf("of another architecture: %v, %v", dirs, err)
	}
	for _, bad := range [][]byte{nil, []byte("text"), good[:cacheHeader+8], loaderCache(ours, "relative/libx.so"), good[:len(good)-1]} {
		if dirs, err := parseLoaderCache(bad); err == nil {
			t.Errorf("%q gave %v", bad, dirs)
		}
	}
}

func FuzzParseLoaderCache(f *testing.F) {
	f.Add(loaderCache(uint32(cacheArch)<<8|cacheELF, "/lib/a/libx.so.1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		dirs, err := parseLoaderCache(b)
		for _, d := range dirs {
			if err == nil && !filepath.IsAbs(d) {
				t.Errorf("%q", d)
			}
		}
	})
}

// What the loader itself says it would load lies in the folders.
func TestLibraryFolders(t *testing.T) {
	sh, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	loader := loaderOf(sh)
	if loader == "" {
		t.Skip("/bin/sh is static here")
	}
	out, err := exec.Command(loader, "--list", sh).Output()
	if err != nil {
		t.Skipf("%s --list: %v", loader, err)
	}
	shown := libraries(loader)
	for line := range strings.Lines(string(out)) {
		for _, f := range strings.Fields(line) {
			if !filepath.IsAbs(f) {
				continue
			}
			if _, err := os.Stat(f); err == nil && !under(f, shown) {
				t.Errorf("%s is in none of %v", f, shown)
			}
		}
	}
}
