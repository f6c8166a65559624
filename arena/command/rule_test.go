package command

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
)

// A full disk is no fault of the command line.
func TestRuleError(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
	}{
		{fmt.Errorf("journal: %w", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), exitBad},
		{errors.New("no match 17"), exitUsage},
		{&fs.PathError{Op: "open", Path: "x/lock", Err: syscall.EACCES}, exitBad},
	} {
		if got := explain(ruleError(c.err)); got.code != c.code || got.cure == "" {
			t.Errorf("%v: %+v", c.err, got)
		}
	}
}
