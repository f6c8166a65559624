package abuse

import (
	"flag"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write doc.go anew")

const manual = `// Package abuse is the list of what a hostile bot may try, and of what must
// come of it. Its tests make every attempt: without a jail, where it must
// succeed, or the table says why a host may refuse it; in the jail, as root
// and as an ordinary user with and without namespaces, where none may succeed
// and each must end as the table says; and with all layers of the jail
// switched off but one, for those that the layer claims. All the time an
// opponent on the same core must go on answering.
//
//	go test ./sandbox/abuse            # all of it, half a minute
//	go test ./sandbox/abuse -run Table -v   # prints the table
//
// The attempts are C programs in testdata, one for each topic. Those that a
// language's own library offers are made in Python, Java and JavaScript, too,
// whose roots have files in them: hostiles_test.go lists them. What is marked
// OPEN is a hole that is known: the test of its row fails when it is closed.
//
// # The table
//
// The letters are the layers that stop an attempt alone: R root, L landlock,
// N network namespace, I ipc namespace, H host name, P process namespace, C
// capabilities, S id per seat, F seccomp. A violation is named in the facts
// and, by default, ends the bot; "refused" is an error without a name, as
// honest programs try that too.
//
`

// TestTable holds the package's documentation against the rows.
func TestTable(t *testing.T) {
	var b strings.Builder
	b.WriteString(manual)
	for line := range strings.Lines(Table()) {
		b.WriteString(strings.TrimRight("//\t"+line, "\t\n ") + "\n")
	}
	b.WriteString("package abuse\n")
	want, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("doc.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("doc.go is not what the rows say: go test ./sandbox/abuse -run Table -update")
	}
	t.Log("\n" + Table())
}

// TestRows looks for rows that could not be told apart or held.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows() {
		key := r.Name() + r.Does
		switch {
		case seen[key]:
			t.Errorf("%s is there twice", key)
		case r.Does == "" || r.Want == Named && r.Call == "" || r.Want != Bounded && len(r.Errno) == 0 || r.Want == Bounded && r.Right == "":
			t.Errorf("%s says too little: %+v", r.Name(), r)
		case r.Want != Bounded && slices.Contains(r.Errno, "OK"):
			t.Errorf("%s may succeed", r.Name())
		}
		seen[key] = true
	}
}
