package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"botarena/arena/web/board"
)

// static is a file of the program, as it is served.
type static struct {
	kind, tag    string
	text, packed []byte
}

// statics serves the pages' files under /static/, and the boards' under
// /static/board/.
func statics() http.Handler {
	files := map[string]*static{}
	add := func(from fs.FS, below string) {
		err := fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := fs.ReadFile(from, name)
			sum := sha256.Sum256(text)
			kind := mime.TypeByExtension(path.Ext(name))
			if path.Ext(name) == ".js" { // a host may say otherwise, and modules want it
				kind = "text/javascript; charset=utf-8"
			}
			files[below+name] = &static{kind: kind, tag: `"` + hex.EncodeToString(sum[:8]) + `"`, text: text, packed: pack(text)}
			return err
		})
		if err != nil {
			panic(err) // they are part of the program
		}
	}
	add(sub(staticFiles, "static"), "/static/")
	add(board.Static(), "/static/board/")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := files[r.URL.Path]
		if f == nil {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-cache") // asked for again, and answered in a line
		h.Set("ETag", f.tag)
		h.Set("Content-Type", f.kind)
		if r.Header.Get("If-None-Match") == f.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		send(w, r, http.StatusOK, f.text, f.packed)
	})
}

// send writes an answer, packed where the browser takes that. packed may be nil.
func send(w http.ResponseWriter, r *http.Request, status int, text, packed []byte) {
	w.Header().Add("Vary", "Accept-Encoding")
	if len(text) > 1<<10 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if packed == nil {
			packed = pack(text)
		}
		w.Header().Set("Content-Encoding", "gzip")
		text = packed
	}
	w.WriteHeader(status)
	io.Copy(w, bytes.NewReader(text)) // a browser that has left is no error
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text) // a buffer takes everything
	z.Close()
	return b.Bytes()
}
