package queue

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"botarena/arena/fleet/join"
)

// A client's word is random and known to itself and the server alone. Its
// inboxes have it in their names, so that nobody else can listen to them; what
// others may see of it is the ID that is made of it.
func inbox(word string) string { return "_INBOX." + word }

func workerID(word string) string {
	sum := sha256.Sum256([]byte(word))
	return hex.EncodeToString(sum[:4])
}

// quiet keeps from stderr what the client says of permissions and reconnecting:
// whoever waits for something has the error of that.
var quiet = nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})

// Client is a connection to a fleet's server.
type Client struct {
	*nats.Conn
	ID string // of a worker
}

// DialWorker connects as a worker. The connection comes back by itself for as
// long as it is open. Its errors say what is wrong with the link.
func DialWorker(l join.Link, options ...nats.Option) (*Client, error) {
	return dial(l, roleWorker, append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 300*time.Millisecond),
		// What is written while the server is away is sent again by who wrote it.
		nats.ReconnectBufSize(-1),
		// A server that is restarted refuses nobody for ever.
		nats.IgnoreAuthErrorAbort(),
	}, options...)...)
}

// DialViewer connects to ask for the status.
func DialViewer(l join.Link) (*Client, error) { return dial(l, roleViewer, nats.NoReconnect()) }

func dial(l join.Link, role string, options ...nats.Option) (*Client, error) {
	word := rand.Text()
	dialer := newDialer()
	at := l.Outside
	if at == "" {
		at = "tls://" + l.Address
		options = append(options, nats.UserInfo(role+":"+word, l.Token), nats.Secure(l.TLS()), nats.TLSHandshakeFirst())
	}
	conn, err := nats.Connect(at, append([]nats.Option{
		nats.CustomInboxPrefix(inbox(word)), nats.Name(role + " " + workerID(word)),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2), nats.Timeout(dialTime),
		quiet, nats.SetCustomDialer(dialer),
	}, options...)...)
	var stranger *join.StrangerError
	switch {
	case err == nil:
		return &Client{conn, workerID(word)}, nil
	case errors.As(err, &stranger):
		return nil, stranger
	case errors.Is(err, nats.ErrAuthorization):
		return nil, &TokenError{}
	}
	return nil, fmt.Errorf("no fleet answers at %s: %w", hostOf(at), dialer.cause(err))
}

// hostOf returns what of a server's URL may be shown: no password.
func hostOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "an address that is none"
	}
	return u.Host
}

// dialer remembers why the last address could not be reached, which the client
// does not tell.
type dialer struct {
	net.Dialer

	mu  sync.Mutex
	err error
}

// dialTime is how long a server may take to answer.
const dialTime = 10 * time.Second

func newDialer() *dialer { return &dialer{Dialer: net.Dialer{Timeout: dialTime}} }

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := d.Dialer.Dial(network, address)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
	return conn, err
}

// cause returns what is behind an error of the client.
func (d *dialer) cause(err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var op *net.OpError
	switch {
	case !errors.Is(err, nats.ErrNoServers) || d.err == nil:
		return err
	case errors.As(d.err, &op):
		return op.Err // the address is said already
	}
	return d.err
}

// TokenError says that the server does not know the link's token.
type TokenError struct{}

func (*TokenError) Error() string { return "the fleet's server does not know the link's token" }

// complaints is the server's logger. Only what an organiser should know goes
// on.
type complaints struct {
	tell func(string)

	mu     sync.Mutex
	text   string
	broken bool // a stream can store nothing any more
}

func (c *complaints) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text
}

func (c *complaints) say(format string, v ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.TrimSpace(fmt.Sprintf(format, v...))
	// TestFullDisk holds that the server says so.
	if strings.Contains(strings.ToLower(text), "critical write error") {
		c.broken = true
	}
	if c.tell != nil && text != c.text { // it says the same again and again
		c.tell(text)
	}
	c.text = text
}

func (c *complaints) Errorf(format string, v ...any) { c.say(format, v...) }
func (c *complaints) Fatalf(format string, v ...any) { c.say(format, v...) }
func (*complaints) Warnf(string, ...any)             {}
func (*complaints) Noticef(string, ...any)           {}
func (*complaints) Debugf(string, ...any)            {}
func (*complaints) Tracef(string, ...any)            {}
