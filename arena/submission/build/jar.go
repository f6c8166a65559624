package build

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"
)

// classes is the folder of what javac writes.
const classes = own + "/classes"

// packJar packs the classes into the bot's jar: stored, so that the JVM starts
// sooner, in order and without times, so that the same sources are the same
// jar.
func (w *work) packJar(root *os.Root, q *Program) (err error) {
	f, err := w.to.OpenFile(q.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	jar := zip.NewWriter(f)
	add := func(name string, text []byte) error {
		entry, err := jar.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = entry.Write(text)
		}
		return err
	}
	if err := add("META-INF/MANIFEST.MF", []byte(manifest(q, w.plan.Files))); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	var size int64
	err = fs.WalkDir(root.FS(), classes, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if size += info.Size(); size > w.o.Program {
			return w.tooLarge(size)
		}
		text, err := root.ReadFile(name)
		if err != nil {
			return err
		}
		return add(strings.TrimPrefix(name, classes+"/"), text)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return errNoProgram
	}
	if err = errors.Join(err, jar.Close()); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return nil
}

// manifest is the jar's, in the form of the JAR file specification: the class
// that is started, and the jars of the program's folder lib, which lie in the
// bot's folder as they lay in the hand-in, as URLs relative to the bot's jar.
func manifest(q *Program, files []string) string {
	var jars []string
	for _, f := range files {
		if path.Dir(f) == path.Join(q.Dir, "lib") && strings.EqualFold(path.Ext(f), ".jar") {
			jars = append(jars, (&url.URL{Path: f}).String())
		}
	}
	text := "Manifest-Version: 1.0\n" + attribute("Main-Class: "+q.Main)
	if len(jars) > 0 {
		text += attribute("Class-Path: " + strings.Join(jars, " "))
	}
	return text
}

// attribute breaks a line where it is longer than the specification's 72 bytes,
// wherever that is in it: a line that begins with a space goes on with the last.
func attribute(line string) string {
	const most = 71
	var b strings.Builder
	for len(line) > most {
		b.WriteString(line[:most] + "\n")
		line = " " + line[most:]
	}
	return b.String() + line + "\n"
}
