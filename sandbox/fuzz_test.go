package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"botarena/sandbox/tinyelf"
)

// FuzzInspect: whatever a bot's file holds, finding out how to run it ends, and
// a refusal says what is wrong and what to do in a line each.
func FuzzInspect(f *testing.F) {
	f.Add(tinyelf.Image([]byte{0x90, 0xcc}))
	f.Add(withLoaders("/lib64/ld-linux-x86-64.so.2\x00"))
	f.Add(withLoaders("/lib64/ld-linux-x86-64.so.2\x00", "/etc/passwd\x00"))
	for _, text := range []string{
		"", "MZ\x90", "PK\x03\x04", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe\x00\x00\x00\x34", "\x7fELF",
		"#!/usr/bin/env python3\n", "#!/bin/sh -e x\n", "#!\r\n", "#!" + strings.Repeat("a", 300), "print(1)\n", "\xff\xfe#\x00!\x00",
	} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "bot")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o755); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		p := &Program{Path: path, fd: -1}
		if err := p.load(file); err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if err := p.inspect(ProgramOptions{}); err != nil {
			var refused *ProgramError
			if !errors.As(err, &refused) || refused.Why == "" || refused.Cure == "" || strings.ContainsAny(refused.Why+refused.Cure, "\n\r\x1b") {
				t.Fatalf("%#v", err)
			}
		}
	})
}
