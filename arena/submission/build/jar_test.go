package build

import (
	"os"
	"path/filepath"
	"testing"

	"botarena/arena/game/all"
	"botarena/bots/kits"
)

func TestManifest(t *testing.T) {
	for _, c := range []struct {
		q     Program
		files []string
		want  string
	}{
		{Program{Dir: ".", Main: "Main"}, []string{"Main.java", "a.jar", "lib/a.txt", "lib/deep/a.jar"}, "Main-Class: Main\n"},
		{Program{Dir: ".", Main: "a.Main"}, []string{"lib/a.jar", "lib/b c.JAR"}, "Main-Class: a.Main\nClass-Path: lib/a.jar lib/b%20c.JAR\n"},
		{Program{Dir: "cat", Main: "Main"}, []string{"lib/a.jar", "cat/lib/ä.jar"}, "Main-Class: Main\nClass-Path: cat/lib/%C3%A4.jar\n"},
		{Program{Dir: ".", Main: "Main"}, []string{"lib/a-library-with-a-long-name-1.2.3.jar", "lib/another-library-with-a-long-name-1.2.3.jar"}, "Main-Class: Main\n" +
			"Class-Path: lib/a-library-with-a-long-name-1.2.3.jar lib/another-librar\n y-with-a-long-name-1.2.3.jar\n"},
	} {
		if got := manifest(&c.q, c.files); got != "Manifest-Version: 1.0\n"+c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A bot in Java is compiled, and plays, with the jars of its folder lib: here
// half of a kit, built as a hand-in of its own.
func TestJars(t *testing.T) {
	need(t, "java")
	b := newBuilder(t)
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	src, library := filepath.Join(t.TempDir(), "kit"), t.TempDir()
	if err := kits.Copy(src, "catchcat", "java", "jars"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Board.java", "Cell.java"} {
		if err := os.Rename(filepath.Join(src, name), filepath.Join(library, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(library, "Main.java"), []byte("class Main { public static void main(String[] a) { } }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, made := built(t, b, library, Options{Name: "library"})
	load(t, r, made)
	_, again := built(t, b, library, Options{Name: "library"})
	if first, second := read(t, made, "bot.jar"), read(t, again, "bot.jar"); first != second {
		t.Error("the same sources are another jar")
	}
	if err := os.Mkdir(filepath.Join(src, "lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(made, "bot.jar"), filepath.Join(src, "lib", "the board.jar")); err != nil {
		t.Fatal(err)
	}
	r, dir := built(t, b, src, Options{Name: "jars", Game: g})
	play(t, b, load(t, r, dir), g)
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
