package command

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/fleet"
	"botarena/arena/fleet/queue"
)

// fleetFlags are the flags of arena tournament for a fleet.
var fleetFlags = []cli.Flag{
	&cli.BoolFlag{Name: "fleet"},
	&cli.StringFlag{Name: "listen"},
	&cli.StringFlag{Name: "nats"},
	&cli.BoolFlag{Name: "one-class"},
}

// readFleet reads them.
func (t *tournament) readFleet(c *cli.Context) error {
	t.fleet, t.listen, t.nats, t.oneClass = c.Bool("fleet"), c.String("listen"), c.String("nats"), c.Bool("one-class")
	switch {
	case !t.fleet && (c.IsSet("listen") || c.IsSet("nats") || t.oneClass):
		return usage("add --fleet", "--listen, --nats and --one-class are for a championship on a fleet")
	case c.IsSet("listen") && c.IsSet("nats"):
		return usage("leave out --listen", "with --nats no server is started that could listen")
	case c.IsSet("nats") && !strings.HasPrefix(t.nats, "nats://") && !strings.HasPrefix(t.nats, "tls://"):
		return usage("write --nats nats://USER:PASSWORD@HOST:4222, or tls://…", "--nats: %q is no URL of a NATS server", t.nats)
	case t.fleet && c.IsSet("parallel"):
		return usage("give --parallel to each arena worker", "--parallel is for this machine, and with --fleet the workers play")
	}
	return nil
}

// lead begins a fleet in the folder of results, and says how to join it.
func (t *tournament) lead(ctx context.Context) (*fleet.Coordinator, error) {
	o := fleet.Options{
		Server:  queue.ServerOptions{Folder: filepath.Join(t.results, fleetFolder), Listen: t.listen, Outside: strings.TrimSuffix(t.nats, "/")},
		Require: fleet.Requirements{Jail: t.config.Definition.Terms.Jail},
		Pairs:   t.oneClass,
	}
	if !t.quiet {
		o.Tell = func(line string) { fmt.Fprintln(t.Err, "fleet:", oneLine(line)) }
		o.Server.Log = func(line string) { fmt.Fprintln(t.Err, "warning: the fleet's server:", oneLine(line)) }
	}
	c, err := fleet.Lead(ctx, o)
	if err != nil {
		return nil, bad("name another address with --listen HOST:PORT, or other servers with --nats URL", "%v", err)
	}
	fmt.Fprintf(t.Err, "fleet: on each machine run\n  arena worker --join '%s'\n", c.Link())
	return c, nil
}

// endFleet lets the workers go when all is played, and wait for the
// championship to go on when not.
func (t *tournament) endFleet(c *fleet.Coordinator, all bool) {
	if all {
		if err := c.Over(); err != nil {
			fmt.Fprintln(t.Err, "warning: the workers could not be told that it is over:", oneLine(err.Error()))
		}
	}
	c.Close()
}
