package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
// long as it is open, until ctx ends; what is open then stays so. Its errors
// say what is wrong with the link, or are the context's.
func DialWorker(ctx context.Context, l join.Link, options ...nats.Option) (*Client, error) {
	return dial(ctx, l, roleWorker, append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 300*time.Millisecond),
		// What is written while the server is away is sent again by who wrote it.
		nats.ReconnectBufSize(-1),
		// A server that is restarted refuses nobody for ever.
		nats.IgnoreAuthErrorAbort(),
	}, options...)...)
}

// DialViewer connects to ask for the status. Its errors are as DialWorker's.
func DialViewer(ctx context.Context, l join.Link) (*Client, error) {
	return dial(ctx, l, roleViewer, nats.NoReconnect())
}

func dial(ctx context.Context, l join.Link, role string, options ...nats.Option) (*Client, error) {
	word := rand.Text()
	dialer := newDialer(ctx)
	at := l.Outside
	if at == "" {
		at = "tls://" + l.Address
		options = append(options, nats.UserInfo(role+":"+word, l.Token), nats.Secure(l.TLS()), nats.TLSHandshakeFirst())
	}
	conn, err := nats.Connect(at, append([]nats.Option{
		nats.CustomInboxPrefix(inbox(word)), nats.Name(role + " " + workerID(word)),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2),
		quiet, dialer.option,
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
