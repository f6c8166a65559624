package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/web"
	"botarena/sandbox"
)

// defaultListen is where pages are served: this machine alone reaches it.
const defaultListen = "127.0.0.1:8570"

// tokenVariable holds the token for who does not want it in a command line,
// which every user of the machine can read.
const tokenVariable = "ARENA_TOKEN"

func serveCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "serve",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "results"},
			&cli.StringFlag{Name: "listen"},
			&cli.StringFlag{Name: "bots"},
			&cli.StringFlag{Name: "board"},
			&cli.StringFlag{Name: "show-stderr"},
			&cli.StringFlag{Name: "class"},
			&cli.StringFlag{Name: "token"},
			&cli.BoolFlag{Name: "json"},
		},
		Action: func(c *cli.Context) error {
			if err := noArgument(c, "arena serve --results "+c.Args().First()); err != nil {
				return err
			}
			return serve(c, s)
		},
	}
}

func serve(c *cli.Context, s Streams) (err error) {
	o, listen, err := serveOptions(c)
	if err != nil {
		return err
	}
	seaters := match.Seaters{Serial: match.Boards{}}
	if len(o.Boards) > 0 {
		o.Seater = seaters
	}
	if o.Bots != "" {
		box, wrong := sandbox.New(c.Context, sandbox.Options{})
		if wrong != nil {
			return wrong
		}
		jailed := match.NewJailed(box)
		defer func() { err = errors.Join(err, jailed.Close(), box.Close()) }()
		seaters.Process = jailed
		o.Seater = seaters
	}
	if c.IsSet("class") {
		handIns, closeOffice, wrong := handInPage(c.String("class"), s)
		if wrong != nil {
			return wrong
		}
		defer func() { err = errors.Join(err, closeOffice()) }()
		o.HandIns = handIns
	}
	server, err := web.New(o)
	if err != nil {
		return usage("name a folder with --results DIR", "the folder of results cannot be read: %v", err)
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	l, err := listenOn(c.Context, "listen", listen)
	if err != nil {
		return err
	}
	return announceAndServe(c.Context, s, server, l, o.Token, "/", c.Bool("json"))
}

// serveOptions reads the flags.
func serveOptions(c *cli.Context) (o web.Options, listen string, err error) {
	o = web.Options{Results: defaultReplays, Games: all.Games(), Token: os.Getenv(tokenVariable)}
	if c.IsSet("results") {
		o.Results = c.String("results")
		if info, err := os.Stat(o.Results); err != nil || !info.IsDir() {
			return o, "", notThere("folder", o.Results, err, "name the folder that arena match or arena tournament wrote into")
		}
	}
	listen = defaultListen
	if c.IsSet("listen") {
		listen = c.String("listen")
	}
	if o.AnyHost, err = reachable("listen", listen); err != nil {
		return o, "", err
	}
	switch mode := c.String("show-stderr"); mode {
	case "", "owner":
	case "all":
		o.StderrToAll = true
	default:
		return o, "", usage("write --show-stderr owner or --show-stderr all", "--show-stderr: %q is none of owner, all", mode)
	}
	switch {
	case c.IsSet("bots"):
		o.Bots = c.String("bots")
		if _, err := config.LoadBots(o.Bots, o.Games); err != nil {
			return o, "", err
		}
	case holdsBots(config.DefaultBots, o.Games):
		o.Bots = config.DefaultBots
	case holdsBots(houseFolder(), o.Games):
		o.Bots = houseFolder()
	}
	if c.IsSet("board") {
		if o.Boards, err = boardsOf(c.String("board")); err != nil {
			return o, "", err
		}
	}
	if c.IsSet("token") {
		o.Token = c.String("token")
	}
	if o.Token == "" {
		o.Token = web.NewToken()
	}
	if len(o.Token) < 8 || strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`;,"\`, r) }) {
		return o, "", usage("leave --token out: one is drawn", "--token: want 8 characters or more that fit into a cookie")
	}
	return o, listen, nil
}

// boardsOf reads NAME=DEVICE or NAME=DEVICE@BAUD, several with commas between.
func boardsOf(text string) (map[string]match.Serial, error) {
	const cure = `write --board "Team 7=/dev/ttyUSB0@115200"; arena ports lists the lines`
	boards := map[string]match.Serial{}
	for one := range strings.SplitSeq(text, ",") {
		name, device, ok := strings.Cut(one, "=")
		b := match.Serial{OnUnplug: match.UnplugVoid, Settle: match.DefaultSettle, SerialLine: match.SerialLine{
			Device: device, Baud: match.DefaultBaud, Parity: match.DefaultParity, StopBits: match.DefaultStopBits,
		}}
		if at := strings.LastIndexByte(device, '@'); at >= 0 {
			b.Device = device[:at]
			b.Baud, _ = strconv.Atoi(device[at+1:]) // 0 is refused below
		}
		name = strings.TrimSpace(name)
		if err := b.Check(); !ok || name == "" || err != nil {
			return nil, usage(cure, "--board: %q names no board", one)
		}
		if _, twice := boards[name]; twice {
			return nil, usage(cure, "--board: %q is given twice", name)
		}
		boards[name] = b
	}
	return boards, nil
}

// holdsBots reports whether a folder has a bot that can play: one called bots
// may hold anything.
func holdsBots(dir string, games []game.Game) bool {
	listed, err := config.LoadBots(dir, games)
	return err == nil && slices.ContainsFunc(listed, func(l config.Listed) bool { return l.Bot != nil })
}

// reachable reports whether an address, the value of a flag, can be reached
// from other machines.
func reachable(flag, address string) (bool, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, usage("write an address and a port, such as --"+flag+" "+defaultListen, "--%s: %q is no address with a port", flag, address)
	}
	addr, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !addr.IsLoopback()), nil
}

// listenOn listens at an address, the value of a flag.
func listenOn(ctx context.Context, flag, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, bad("choose another port, such as --"+flag+" 127.0.0.1:0", "nothing can be served on %s: %v", address, err)
	}
	return l, nil
}

// servedAt is the JSON form of where pages are served.
type servedAt struct {
	Listen string `json:"listen"`
	Token  string `json:"token"`
	URL    string `json:"url"`
}

// announceAndServe says where the pages are, and serves them until the user
// wants to stop.
func announceAndServe(ctx context.Context, s Streams, server *web.Server, l net.Listener, token, path string, asJSON bool) error {
	address := pageURL(l, path, token)
	if asJSON {
		enc := json.NewEncoder(s.Out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(servedAt{l.Addr().String(), token, address}); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(s.Out, address)
		fmt.Fprintln(s.Err, "For a projector:", pageURL(l, "/hall", token))
		fmt.Fprintln(s.Err, "Who opens this address may begin matches and play; without its token one may look only. Ctrl-C ends it.")
	}
	return server.Serve(ctx, l)
}

// pageURL returns the address of a page, with the token.
func pageURL(l net.Listener, path, token string) string {
	address := l.Addr().(*net.TCPAddr)
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return fmt.Sprintf("http://%s%s%stoken=%s", net.JoinHostPort(host, fmt.Sprint(address.Port)), path, separator, url.QueryEscape(token))
}
