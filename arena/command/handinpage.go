package command

import (
	"fmt"
	"io"

	"botarena/arena/submission"
	"botarena/arena/submission/page"
	"botarena/arena/submission/store"
	"botarena/arena/web/handin"
)

// handInPage opens the page on which the teams of a class hand in. What is
// the organiser's to cure is told on stderr. end closes it.
func handInPage(file string, s Streams) (d handin.Desk, end func() error, err error) {
	class, err := loadClass(file)
	if err != nil {
		return nil, nil, err
	}
	office, err := openOffice(class)
	if err != nil {
		return nil, nil, err
	}
	p := page.New(page.Options{
		Office: office, Deadline: class.Deadline, Zone: class.Zone, Final: class.Final, MaxSize: int64(class.Limits.Size),
		Describe: func(w io.Writer, h *store.HandIn, r *submission.Report) error {
			return printHandIn(w, class.Zone, h, r)
		},
		Failed: func(err error) {
			f := explain(officeError(err))
			fmt.Fprintln(s.Err, "hand-ins:", oneLine(f.problem))
			if f.cure != "" {
				fmt.Fprintln(s.Err, "hint:", oneLine(f.cure))
			}
		},
	})
	return p, func() error {
		p.Close()
		return office.Close()
	}, nil
}
