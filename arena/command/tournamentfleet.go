package command

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/fleet"
	"botarena/arena/fleet/queue"
	"botarena/arena/game/all"
)

// fleetFlags are the flags of arena tournament for a fleet.
var fleetFlags = []cli.Flag{
	&cli.BoolFlag{Name: "fleet"},
	&cli.StringFlag{Name: "listen"},
	&cli.StringFlag{Name: "nats"},
}

// readFleet reads them.
func (t *tournament) readFleet(c *cli.Context) error {
	t.fleet, t.listen, t.nats = c.Bool("fleet"), c.String("listen"), c.String("nats")
	switch {
	case !t.fleet && (c.IsSet("listen") || c.IsSet("nats")):
		return usage("add --fleet", "--listen and --nats are for a championship on a fleet")
	case c.IsSet("listen") && c.IsSet("nats"):
		return usage("leave out --listen", "with --nats no server is started that could listen")
	case c.IsSet("nats") && !strings.HasPrefix(t.nats, "nats://") && !strings.HasPrefix(t.nats, "tls://"):
		return usage("write --nats nats://USER:PASSWORD@HOST:4222, or tls://…", "--nats: %q is no URL of a NATS server", t.nats)
	case c.IsSet("listen") && badListen(t.listen) != nil:
		return usage("write --listen HOST:PORT, such as 10.0.0.1:4222", "--listen: %v", badListen(t.listen))
	case t.fleet && c.IsSet("parallel"):
		return usage("give --parallel to each arena worker", "--parallel is for this machine, and with --fleet the workers play")
	}
	return nil
}

func badListen(address string) error {
	_, _, err := queue.ParseListen(address)
	return err
}

// checkFleet refuses entrants that other machines do not have.
func (t *tournament) checkFleet() error {
	if !t.fleet || !t.config.Serial {
		return nil
	}
	for _, e := range t.config.Definition.Entrants {
		for _, p := range e.Programs {
			if p != nil && p.Source.Serial != nil {
				return usage("leave out --fleet: this machine plays them all then; or take the boards into a championship of their own",
					"%s: entrant %q is a board at a serial line of this machine (%s), and with --fleet other machines play", t.file, e.ID, p.Source.Serial.Device)
			}
		}
	}
	return nil
}

// lead begins a fleet in the folder of results, and says how to join it.
func (t *tournament) lead(ctx context.Context) (*fleet.Coordinator, error) {
	o := fleet.Options{
		Server:  queue.ServerOptions{Folder: filepath.Join(t.results, fleetFolder), Listen: t.listen, Outside: strings.TrimSuffix(t.nats, "/")},
		Games:   all.Game,
		Require: fleet.Requirements{Jail: t.config.Definition.Terms.Jail},
		Pairs:   t.config.OneClass,
	}
	if !t.quiet {
		o.Tell = func(line string) { fmt.Fprintln(t.Err, "fleet:", oneLine(line)) }
		o.Server.Log = func(line string) { fmt.Fprintln(t.Err, "warning: the fleet's server:", oneLine(line)) }
	}
	c, err := fleet.Lead(ctx, o)
	if err != nil {
		return nil, bad("name another address with --listen HOST:PORT, or other servers with --nats URL, and add --resume: "+t.results+" is begun", "%v", err)
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
