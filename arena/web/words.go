package web

import (
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"path"
	"regexp"
	"strings"

	"botarena/arena/web/board"
)

//go:embed words/*.json
var wordFiles embed.FS

// words holds the texts of the pages by language and key, and among them the
// boards' names of games, roles and reasons.
var words = func() map[string]map[string]string {
	all, err := board.Names()
	if err != nil {
		panic(err) // they are part of the program
	}
	entries, err := wordFiles.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		text, err := wordFiles.ReadFile("words/" + e.Name())
		if err != nil {
			panic(err)
		}
		table := all[strings.TrimSuffix(e.Name(), path.Ext(e.Name()))]
		if err := json.Unmarshal(text, &table); err != nil {
			panic(e.Name() + ": " + err.Error())
		}
	}
	return all
}()

// Language is one of the languages of the pages.
type Language struct {
	Code string // as in the attribute lang
	Name string // as it calls itself
	Dir  string // ltr or rtl
}

// languages are those there are, the default first.
var languages = []Language{{"en", "English", "ltr"}, {"pt", "Português", "ltr"}, {"fa", "فارسی", "rtl"}}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// say returns a text with its {places} filled, in order, by args. A key that
// has no text is shown itself: names of games and reasons may be new.
func (l Language) say(key string, args ...any) template.HTML {
	text, ok := words[l.Code][key]
	if !ok {
		_, text, _ = strings.Cut(key, ".")
		text = strings.ReplaceAll(text, "-", " ")
	}
	text = template.HTMLEscapeString(text)
	i := 0
	return template.HTML(placeholder.ReplaceAllStringFunc(text, func(string) string {
		if i >= len(args) {
			return ""
		}
		i++
		if html, ok := args[i-1].(template.HTML); ok {
			return string(html)
		}
		// What is put in keeps its own direction.
		return "<bdi>" + template.HTMLEscaper(args[i-1]) + "</bdi>"
	}))
}

// plain is say for attributes, without any markup.
func (l Language) plain(key string, args ...any) string {
	text, ok := words[l.Code][key]
	if !ok {
		_, text, _ = strings.Cut(key, ".")
	}
	i := 0
	return placeholder.ReplaceAllStringFunc(text, func(string) string {
		if i++; i > len(args) {
			return ""
		}
		return toText(args[i-1])
	})
}

// languageOf returns the language to answer in: the one asked for, the one
// chosen before, the browser's, English.
func languageOf(r *http.Request) Language {
	wanted := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie("lang"); err == nil {
		wanted = append(wanted, c.Value)
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		main, _, _ := strings.Cut(tag, "-")
		wanted = append(wanted, main)
	}
	for _, code := range wanted {
		for _, l := range languages {
			if l.Code == code {
				return l
			}
		}
	}
	return languages[0]
}
