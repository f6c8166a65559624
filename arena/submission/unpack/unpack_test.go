package unpack

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// packed is an entry of a test's archive.
type packed struct {
	name, text string
	mode       fs.FileMode
	raw        func(h *zip.FileHeader) // changes the header before it is written as it is
}

const script = "#!/usr/bin/env python3\nprint(0)\n"

func pack(t testing.TB, entries ...packed) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode == 0 {
			e.mode = 0o644
		}
		h.SetMode(e.mode)
		var out io.Writer
		var err error
		if e.raw != nil {
			h.Method = zip.Store
			h.CRC32 = crc32.ChecksumIEEE([]byte(e.text))
			h.CompressedSize64, h.UncompressedSize64 = uint64(len(e.text)), uint64(len(e.text))
			e.raw(h)
			out, err = w.CreateRaw(h)
		} else {
			out, err = w.CreateHeader(h)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(out, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpacked unpacks into hand/in below a new folder, and fails the test if
// anything is elsewhere in it.
func unpacked(t testing.TB, archive []byte, l Limits) (*Contents, string, error) {
	t.Helper()
	around := t.TempDir()
	dir := filepath.Join(around, "hand", "in")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	c, err := Unpack(t.Context(), bytes.NewReader(archive), int64(len(archive)), root, l)
	for at, only := range map[string]string{around: "hand", filepath.Join(around, "hand"): "in"} {
		entries, err := os.ReadDir(at)
		if err != nil || len(entries) != 1 || entries[0].Name() != only {
			t.Fatalf("outside of the folder: %v, %v", entries, err)
		}
	}
	return c, dir, err
}

func TestPutRight(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []packed
		want    []string // NAME, with * where it can be executed
		top     string
		note    string
	}{
		{"a folder with an icon of its own", []packed{{name: "bot/bot.py", text: script, mode: 0o755}, {name: "bot/Icon\r"}, {name: "__MACOSX/bot/._Icon\r", text: "\x00\x05\x16\x07"}}, []string{"bot.py*"}, "bot", "left out Icon\nleft out __MACOSX"},
		{"nested, with macOS's litter", []packed{{name: "my bot final/"}, {name: "my bot final/bot.py", text: script, mode: 0o755}, {name: "__MACOSX/my bot final/._bot.py", text: "\x00\x05\x16\x07"}, {name: ".DS_Store", text: "\x00"}}, []string{"bot.py*"}, "my bot final", "left out __MACOSX"},
		{"levels", []packed{{name: "hw3/hw3/src/bot.py", text: script}}, []string{"bot.py*"}, "hw3/hw3/src", ""},
		{"two folders", []packed{{name: "a/x.c"}, {name: "b/x.c"}}, []string{"a/x.c", "b/x.c"}, "", ""},
		{"a folder beside", []packed{{name: "hw/bot.py"}, {name: "hwx/bot.py"}}, []string{"hw/bot.py", "hwx/bot.py"}, "", ""},
		{"no execute bits", []packed{{name: "bot.py", text: script}, {name: "data.txt", text: "1"}, {name: "p", text: "\x7fELF…"}}, []string{"bot.py*", "data.txt", "p*"}, "", ""},
		{"execute bits and setuid", []packed{{name: "run.sh", text: script, mode: 0o755 | fs.ModeSetuid}, {name: "x"}}, []string{"run.sh*", "x"}, "", ""},
		{"Windows line ends", []packed{{name: "bot.py", text: strings.ReplaceAll(script, "\n", "\r\n")}}, []string{"bot.py*"}, "", "bot.py: Windows line ends"},
		{"a byte order mark", []packed{{name: "bot.py", text: "\xef\xbb\xbf" + script}}, []string{"bot.py*"}, "", "bot.py: Windows line ends"},
		{"back slashes", []packed{{name: `src\bot.c`}, {name: `src\io\io.c`}}, []string{"bot.c", "io/io.c"}, "src", `the name "src\\bot.c" was read as "src/bot.c"`},
		{"cp437", []packed{{name: "b\x94t_\x81\xe1.py"}, {name: "x"}}, []string{"böt_üß.py", "x"}, "", "was read as"},
		{"decomposed", []packed{{name: "bo\u0308t.py"}, {name: "x"}}, []string{"böt.py", "x"}, "", "was read as"},
		{"odd names", []packed{{name: "my bot (v2) & co's.py"}, {name: "-rf.py"}, {name: "$(touch x).py"}, {name: "می\u200cروم.py"}}, []string{"$(touch x).py", "-rf.py", "my bot (v2) & co's.py", "می\u200cروم.py"}, "", ""},
		{"versions", []packed{{name: "bot/bot.c"}, {name: "bot/.git/config"}, {name: "bot/__pycache__/bot.cpython-311.pyc"}, {name: "bot/._x"}}, []string{"bot.c"}, "bot", "left out .git"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, dir, err := unpacked(t, pack(t, c.entries...), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, f := range got.Files {
				name := f.Name
				info, err := os.Lstat(filepath.Join(dir, f.Name))
				if err != nil {
					t.Fatal(err)
				}
				if exec := info.Mode().Perm() == 0o755; exec != f.Exec || info.Mode()&^fs.ModePerm != 0 || info.Size() != f.Size {
					t.Errorf("%s: %v, %d bytes, reported %+v", name, info.Mode(), info.Size(), f)
				}
				if f.Exec {
					name += "*"
				}
				names = append(names, name)
				if f.Name == "bot.py" && strings.Contains(c.entries[0].text, "#!") {
					if text, _ := os.ReadFile(filepath.Join(dir, f.Name)); string(text) != script && c.entries[0].text != script {
						t.Errorf("%s holds %q", f.Name, text)
					}
				}
			}
			slices.Sort(names)
			slices.Sort(c.want)
			if !slices.Equal(names, c.want) || got.Top != c.top {
				t.Errorf("%q in %q, want %q in %q", names, got.Top, c.want, c.top)
			}
			if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want one with %q", notes, c.note)
			}
		})
	}
}

// An archive at fault is refused with a reason.
func TestRefused(t *testing.T) {
	bot := packed{name: "bot.py", text: script}
	good := pack(t, packed{name: "a/b/bot.py", text: script})
	many := func(n int) (list []packed) {
		for i := range n {
			list = append(list, packed{name: fmt.Sprintf("f/%05d", i)})
		}
		return list
	}
	for _, c := range []struct {
		name    string
		archive []byte
		want    string
	}{
		{"..", pack(t, bot, packed{name: "../escaped.txt"}), `"../escaped.txt": the name leads out of the hand-in by ..`},
		{".. inside", pack(t, bot, packed{name: "a/../../x"}), "leads out"},
		{"absolute", pack(t, bot, packed{name: "/abs.txt"}), "the name is absolute"},
		{"..\\", pack(t, bot, packed{name: `..\win.txt`}), "leads out"},
		{"a drive", pack(t, bot, packed{name: `C:\w.txt`}), "begins with a drive"},
		{"a sibling", pack(t, bot, packed{name: "../in-evil/pay.py"}), "leads out"},
		{"a dot", pack(t, bot, packed{name: "./x"}), "empty or a dot"},
		{"no name", pack(t, bot, packed{name: ""}), "has no name"},
		{"a new line", pack(t, bot, packed{name: "new\nline.py"}), "U+000A"},
		{"text turned round", pack(t, bot, packed{name: "x\u202eyp.tob"}), "U+202E"},
		{"a long name", pack(t, bot, packed{name: strings.Repeat("n", 256)}), "longer than 255 bytes"},
		{"a deep one", pack(t, bot, packed{name: strings.Repeat("d/", 17) + "x"}), "17 folders"},
		{"a link", pack(t, bot, packed{name: "secret", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), "it is a link"},
		{"through a link", pack(t, packed{name: "dir", text: "..", mode: fs.ModeSymlink | 0o777}, packed{name: "dir/x", text: "x"}), "it is a link"},
		{"a pipe", pack(t, bot, packed{name: "pipe", mode: fs.ModeNamedPipe | 0o644}), "a device, a pipe or a socket"},
		{"a device", pack(t, bot, packed{name: "sda", mode: fs.ModeDevice | 0o644}), "a device, a pipe or a socket"},
		{"twice", pack(t, bot, bot), "in the zip twice"},
		{"small and capital", pack(t, bot, packed{name: "Bot.py"}), `from "bot.py"`},
		{"small and capital, not in ASCII", pack(t, packed{name: "größe.py"}, packed{name: "GRÖSSE.py"}), "only small and capital letters"},
		{"file and folder", pack(t, packed{name: "a"}, packed{name: "a/b"}), "a folder and the file"},
		{"a bomb", pack(t, bot, packed{name: "zeros.bin", text: strings.Repeat("\x00", 65<<20)}), `"zeros.bin": with it the files inflate to more than 64 MiB`},
		{"many", pack(t, many(2001)...), "more than 2000 files"},
		{"very many", pack(t, many(60000)...), "more than 2000 files"},
		{"a password", pack(t, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.Flags |= 1 }}), "encrypted"},
		{"another method", pack(t, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.Method = 14 }}), "method 14"},
		{"a folder with content", bytes.ReplaceAll(pack(t, packed{name: "xZ", text: "x", raw: func(*zip.FileHeader) {}}), []byte("xZ"), []byte("x/")), "a folder cannot hold"},
		{"a zip64 lie of 2^60 bytes", pack(t, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 60 }}), "inflate to more than"},
		{"a zip64 lie beyond the end", pack(t, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.CompressedSize64 = 1 << 62; h.UncompressedSize64 = 1 << 20 }}), "damaged"},
		{"a wrong checksum", pack(t, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.CRC32++ }}), "damaged"},
		{"empty", pack(t), "the zip holds no file"},
		{"litter alone", pack(t, packed{name: "__MACOSX/x"}), "the zip holds no file"},
		{"no bytes", nil, "the file is empty"},
		{"cut off", good[:len(good)/2], "damaged or cut off"},
		{"RAR", []byte("Rar!\x1a\x07\x00"), "it is a RAR archive"},
		{"text", []byte("print(0)\n"), "the file is no zip"},
		{"too large", make([]byte, 16<<20+1), "16 MiB are taken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := unpacked(t, c.archive, Limits{})
			var r *Refusal
			if !errors.As(err, &r) {
				t.Fatalf("%v, want a refusal", err)
			}
			if !strings.Contains(r.Error(), c.want) || r.Cure == "" || strings.Contains(r.Error()+r.Cure, "\n") {
				t.Errorf("%q, hint %q, want one with %q", r, r.Cure, c.want)
			}
		})
	}
}

// What inflates to more than its header says is stopped while it does.
func TestRealBytes(t *testing.T) {
	archive := pack(t, packed{name: "zeros", text: strings.Repeat("\x00", 1<<20)})
	for _, sign := range []string{"PK\x01\x02", "PK\x07\x08"} { // the list's size and the one behind the data
		at := bytes.LastIndex(archive, []byte(sign))
		size := map[string]int{"PK\x01\x02": 24, "PK\x07\x08": 12}[sign]
		copy(archive[at+size:], []byte{1, 0, 0, 0})
	}
	_, dir, err := unpacked(t, archive, Limits{Bytes: 64 << 10})
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v, want a refusal", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "zeros")); err == nil && info.Size() > 128<<10 {
		t.Errorf("%d bytes were written", info.Size())
	}
}

// Two entries of the same bytes are refused.
func TestOverlap(t *testing.T) {
	archive := pack(t, packed{name: "a", text: strings.Repeat("a", 100)}, packed{name: "b", text: strings.Repeat("b", 100)})
	first := bytes.Index(archive, []byte("PK\x01\x02"))
	second := bytes.LastIndex(archive, []byte("PK\x01\x02"))
	copy(archive[second+42:second+46], archive[first+42:first+46]) // the offset of its header
	_, _, err := unpacked(t, archive, Limits{})
	var r *Refusal
	if !errors.As(err, &r) || !strings.Contains(r.Problem, "its bytes in the zip are those of") {
		t.Errorf("%v", err)
	}
}

// The same sources have the same hash however they are packed, and no others.
func TestHash(t *testing.T) {
	hash := func(entries ...packed) string {
		c, _, err := unpacked(t, pack(t, entries...), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Hash
	}
	a, b := packed{name: "a.c", text: "1"}, packed{name: "b.c", text: "2"}
	one := hash(a, b)
	if two := hash(packed{name: "top/b.c", text: "2"}, packed{name: "top/a.c", text: "1"}, packed{name: "top/.DS_Store"}); two != one {
		t.Errorf("packed otherwise: %s and %s", one, two)
	}
	for _, other := range [][]packed{{a}, {a, {name: "b.c", text: "3"}}, {a, {name: "c.c", text: "2"}}, {a, {name: "b.c", text: "2", mode: 0o755}}} {
		if hash(other...) == one {
			t.Errorf("%v has the same hash", other)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(pack(f, packed{name: "my bot/bot.py", text: script, mode: 0o755}, packed{name: "__MACOSX/._bot.py"}))
	f.Add(pack(f, packed{name: "../x", text: "x"}, packed{name: "l", text: "..", mode: fs.ModeSymlink | 0o777}))
	f.Add(pack(f, packed{name: "b\x94t.py", text: strings.Repeat("\x00", 9999)}, packed{name: "x", text: "x", raw: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 40 }}))
	f.Fuzz(func(t *testing.T, archive []byte) {
		limits := Limits{Bytes: 1 << 20, Files: 50, Depth: 4}
		c, dir, err := unpacked(t, archive, limits)
		var total int64
		var files int
		walk := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			if !info.Mode().IsRegular() {
				t.Errorf("%s is %v", path, info.Mode())
			}
			files++
			total += info.Size()
			return nil
		})
		if walk != nil {
			t.Fatal(walk)
		}
		if total > limits.Bytes+64<<10 || files > limits.Files {
			t.Errorf("%d bytes in %d files", total, files)
		}
		if err == nil && (len(c.Files) != files || c.Bytes != total || c.Hash == "") {
			t.Errorf("%d bytes in %d files, reported %+v", total, files, c)
		}
		var r *Refusal
		if err != nil && !errors.As(err, &r) {
			t.Errorf("not a refusal: %v", err)
		}
	})
}
