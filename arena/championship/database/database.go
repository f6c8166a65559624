// Package database makes a SQLite file of a championship's results, for
// queries of one's own.
//
// The file is made anew from the journal each time and never written to
// afterwards: the journal stays what counts. Its tables are those of [Schema],
// which says what every column holds: championship, setups, entrants, programs,
// matches, seats, counters, voids, rulings, changes, and the view meetings.
// Who lost on time, and how often:
//
//	SELECT entrant, count(*) FROM seats WHERE fault = 'timeout' GROUP BY entrant;
package database

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo

	"botarena/arena/championship/journal"
	"botarena/arena/championship/outfile"
)

// Schema is the SQL that makes the tables, with what each column holds.
//
//go:embed schema.sql
var Schema string

// Version is the version of the schema, kept in the file as user_version.
const Version = 1

// application marks the file as one of ours, as file(1) sees it.
const application = 0x61726e61 // "arna"

// Write writes the results of the journal in d into the file of that name. It
// is made beside it and renamed when it is whole: a file that is there stays as
// it is where anything goes wrong. The errors are those of
// championship.LoadPlayed, of the disk, and the context's where it ends first.
func Write(ctx context.Context, d journal.Disk, file string) error {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", file)
	}
	return outfile.Replace(file, true, func(f *os.File) error { return fill(ctx, d, f.Name()) })
}

// fill makes the tables in an empty file.
func fill(ctx context.Context, d journal.Disk, name string) (err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	// Nobody else has the file and it is thrown away if this fails, so that
	// no journal of SQLite's own is needed.
	dsn := url.URL{Scheme: "file", Path: abs, RawQuery: "_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=locking_mode(exclusive)&_pragma=foreign_keys(off)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;\n%s", application, Version, Schema)); err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	w := &writer{tx: tx}
	if err := w.write(ctx, d); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
