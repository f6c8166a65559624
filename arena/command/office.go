package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/arena/submission"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/arena/submission/unpack"
)

// defaultClass is the file of a class where --class names none.
const defaultClass = "class.yaml"

func classFlag() cli.Flag { return &cli.StringFlag{Name: "class", Value: defaultClass} }

// loadClass reads the file of a class.
func loadClass(file string) (*config.Class, error) {
	class, err := config.LoadClass(file, all.Games(), build.LanguageNamed, unpack.CodePages())
	if err != nil && file == defaultClass {
		var e *config.Error
		if errors.As(err, &e) && e.Line == 0 {
			return nil, usage("name the file with --class FILE; arena help class has one", "%s", e.Error())
		}
	}
	return class, err
}

// openOffice opens the office of a class. Close must be called.
func openOffice(c *config.Class) (*submission.Office, error) {
	setup, err := defaultSetup(c.Game)
	if err != nil {
		return nil, err
	}
	l := c.Limits
	r := submission.Rules{
		Game: c.Game, Dir: c.Folder, Matches: c.Check, Terms: config.DefaultTerms(c.Game.Info()), Setup: setup,
		Store:  store.Limits{Size: int64(l.Size), PerDay: l.PerDay, Every: time.Duration(l.Every)},
		Unpack: unpack.Limits{Archive: int64(l.Size), Bytes: int64(l.Unpacked), Files: l.Files, Names: c.Names},
		Build:  build.Options{Languages: c.Languages, Prebuilt: c.Prebuilt, CPU: time.Duration(l.Build), Memory: int64(l.Memory)},
		Policy: store.Policy{Deadline: c.Deadline, Grace: c.Grace, LateUntil: c.Late, Final: c.Final},
	}
	if c.Roster != nil {
		r.Teams = []string{}
		for _, s := range c.Roster {
			if why := store.CheckTeam(s.ID); why != "" {
				return nil, usage("give ids that can name files", "the roster's id %q %s", s.ID, why)
			}
			r.Teams = append(r.Teams, s.ID)
		}
	}
	return submission.Open(r)
}

// officeError makes a failure of what a team did wrong.
func officeError(err error) error {
	var refused *store.RefusedError
	var unknown *submission.UnknownTeamError
	var missing *build.MissingError
	var foreign *submission.ForeignFolderError
	switch {
	case errors.As(err, &foreign):
		return usage(foreign.Hint(), "%s", foreign)
	case errors.As(err, &refused):
		return bad(refused.Cure, "%s", refused.Problem)
	case errors.As(err, &unknown):
		return usage(unknown.Hint(), "%s", unknown)
	case errors.As(err, &missing):
		return &failure{exitHost, err.Error(), missing.Hint()}
	}
	return err
}

// printHandIn prints what was found of a hand-in for people.
func printHandIn(out io.Writer, zone *time.Location, h *store.HandIn, r *submission.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, hand-in %d of %s: %s, %d bytes, sha256 %.12s\n", h.Team, h.N, h.At.In(zone).Format(time.RFC3339), h.Name, h.Size, h.Hash)
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "  note: %s\n", oneLine(build.Printable(n)))
	}
	if r.Build != nil {
		for _, c := range r.Build.Commands {
			fmt.Fprintf(&b, "  $ %s\n    %s, cpu %v, memory %s\n", oneLine(build.Printable(c.Line)), c.End, c.CPU.Round(time.Millisecond), mebibytes(c.Memory))
		}
		if r.Build.Output != "" {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(strings.TrimRight(r.Build.Output, "\n"), "\n", "\n    "))
		}
		if r.Build.Cut {
			fmt.Fprintln(&b, "    … there was more")
		}
		if r.Build.OK {
			fmt.Fprintf(&b, "  built with %s\n", strings.Join(r.Build.Toolchains, ", "))
			if len(r.Build.Starts) > 0 {
				fmt.Fprintf(&b, "  what is started: %s\n", oneLine(build.Printable(strings.Join(r.Build.Starts, ", "))))
			}
		}
	}
	if _, err := io.WriteString(out, b.String()); err != nil || r.Check == nil {
		return err
	}
	return printCheck(out, r.Check)
}
