package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"botarena/arena/player"
)

func portsCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "ports",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			if err := noArgument(c, "arena ports"); err != nil {
				return err
			}
			ports, err := player.Ports()
			if err != nil {
				return err
			}
			if c.Bool("json") {
				enc := json.NewEncoder(s.Out)
				enc.SetEscapeHTML(false)
				return enc.Encode(ports)
			}
			if len(ports) == 0 {
				_, err := fmt.Fprintln(s.Err, "no serial line is there: plug a board in, and look again")
				return err
			}
			return printPorts(s.Out, ports)
		},
	}
}

// printPorts prints a line a port, and its lasting names below it.
func printPorts(out io.Writer, ports []player.Port) error {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "device\tserial number\tusb id\tproduct")
	for _, p := range ports {
		fields := []string{p.Device, p.USBSerial, p.ID, oneLine(p.Product)}
		for i := range fields {
			if fields[i] == "" {
				fields[i] = "-"
			}
		}
		fmt.Fprintln(w, strings.Join(fields, "\t"))
	}
	w.Flush()
	for _, p := range ports {
		for _, link := range p.Links {
			fmt.Fprintf(&b, "%s is %s too\n", p.Device, link)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
