package board

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"botarena/arena/game"
	"botarena/arena/record"
)

//go:embed static
var files embed.FS

// Static holds the modules and the style of the boards: player.js is where a
// page begins, style.css belongs to it.
func Static() fs.FS {
	sub, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// Names returns what the boards call games, roles and reasons: by language,
// and then by "game.", "role." or "reason." and the name.
func Names() (map[string]map[string]string, error) {
	text, err := fs.ReadFile(Static(), "names.js")
	if err != nil {
		return nil, err
	}
	from, to := bytes.IndexByte(text, '{'), bytes.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return nil, errors.New("board: names.js holds no object")
	}
	var names map[string]map[string]string
	if err := json.Unmarshal(text[from:to+1], &names); err != nil {
		return nil, fmt.Errorf("board: names.js: %w", err)
	}
	return names, nil
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
{{.Style}}
<body class="standalone">
<header><h1>{{.Title}}</h1><div id="language"></div></header>
<main id="board"><noscript>This replay needs JavaScript, which is in this file.</noscript></main>
{{.Data}}
{{.Script}}
`))

// HTML writes a page with one match that opens from disk: it loads nothing
// from elsewhere, and its policy forbids that it could. Errors: those of
// [Encode], and those of w.
func HTML(w io.Writer, g game.Game, rec *record.Record) error {
	data, err := Encode(g, rec)
	if err != nil {
		return err
	}
	script, err := bundle(Static(), "page.js")
	if err != nil {
		return err
	}
	style, err := fs.ReadFile(Static(), "style.css")
	if err != nil {
		return err
	}
	// No text of a bot is in the script or the style, and the document has no
	// < (see Encode): so these three are safe to stand between their tags.
	return page.Execute(w, map[string]any{
		"Title": g.Info().Title,
		"Policy": fmt.Sprintf("default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; img-src blob:; base-uri 'none'; form-action 'none'",
			sum(script), sum(string(style))),
		"Style":  template.HTML("<style>" + string(style) + "</style>"),
		"Data":   template.HTML(`<script type="application/json" id="match">` + string(data) + "</script>"),
		"Script": template.HTML(`<script type="module">` + script + "</script>"),
	})
}

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(h[:])
}

var (
	importLine = regexp.MustCompile(`(?m)^import (\{[^}]+\}) from "\./([a-z]+\.js)";\n`)
	exported   = regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) (\w+)`)
	exportWord = regexp.MustCompile(`(?m)^export `)
)

// bundle makes one module of a module and those it imports: each becomes a
// function that is called once and returns what it exports. It knows the forms
// of import and export that the modules here use, and says where another one
// stands.
func bundle(from fs.FS, entry string) (string, error) {
	var out bytes.Buffer
	var done, under []string
	var add func(name string) error
	add = func(name string) error {
		if slices.Contains(done, name) {
			return nil
		}
		if slices.Contains(under, name) {
			return fmt.Errorf("board: %s imports itself by way of others", name)
		}
		under = append(under, name)
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		body := string(text)
		for _, m := range importLine.FindAllStringSubmatch(body, -1) {
			if err := add(m[2]); err != nil {
				return err
			}
		}
		body = importLine.ReplaceAllStringFunc(body, func(line string) string {
			m := importLine.FindStringSubmatch(line)
			return fmt.Sprintf("const %s = %s;\n", m[1], variable(m[2]))
		})
		var names []string
		for _, m := range exported.FindAllStringSubmatch(body, -1) {
			names = append(names, m[1])
		}
		body = exportWord.ReplaceAllString(body, "")
		for line := range strings.Lines(body) {
			if strings.HasPrefix(line, "import") || strings.Contains(line, "</script") {
				return fmt.Errorf("board: %s: %q cannot be put into a page", name, strings.TrimSpace(line))
			}
		}
		fmt.Fprintf(&out, "const %s = (() => {\n%sreturn { %s };\n})();\n", variable(name), body, strings.Join(names, ", "))
		done = append(done, name)
		return nil
	}
	err := add(entry)
	return out.String(), err
}

// variable names what a module exports in a bundle.
func variable(file string) string { return "module_" + strings.TrimSuffix(file, ".js") }
