package check

import (
	"os"
	"path/filepath"
	"strings"
)

// elsewhere says where all belongs that is no answer.
func (c *clues) elsewhere() string {
	how := "System.err, std::cerr, fprintf(stderr, …), eprintln!"
	switch c.runtime() {
	case "python":
		how = "print(…, file=sys.stderr), and input() without a prompt"
	case "java":
		how = "System.err.println"
	case "node":
		how = "console.error"
	}
	return "all other text belongs on stderr (" + how + ")"
}

// flushed says how stdout is flushed.
func (c *clues) flushed() string {
	switch c.runtime() {
	case "python":
		return "print(…, flush=True)"
	case "java":
		return "System.out.flush()"
	case "node":
		return "process.stdout.write(…) without a buffer of your own"
	}
	return "fflush(stdout) in C, std::cout.flush() in C++, stdout().flush() in Rust, Flush of the bufio.Writer in Go"
}

// beside says how something gets to where the bot can read it.
func (c *clues) beside() string {
	p := c.source.Process
	if p == nil || p.Folder != "" {
		return "put it into the bot's folder, beside its bot.yaml, and name it by a relative path"
	}
	if dir := filepath.Dir(p.Path); isBot(dir) {
		return "check the whole folder, whose bot.yaml makes what lies in it the bot's: arena check " + dir
	}
	return "put the bot, what it needs, and a bot.yaml with the line entry: " + filepath.Base(p.Path) + " into a folder, name what it needs by a relative path, and check the folder"
}

// isBot reports whether a folder has a bot.yaml.
func isBot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "bot.yaml"))
	return err == nil
}

// runtime returns python, java or node, or "" for any other.
func (c *clues) runtime() string {
	p := c.source.Process
	if p == nil {
		return ""
	}
	if p.Runtime != "" {
		return p.Runtime
	}
	switch strings.ToLower(filepath.Ext(p.Path)) {
	case ".py":
		return "python"
	case ".jar":
		return "java"
	case ".js", ".mjs", ".cjs":
		return "node"
	}
	return ""
}
