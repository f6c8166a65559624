package queue

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// dialTime is how long a server may take to answer: to be connected to, and
// again to let one in.
const dialTime = 10 * time.Second

// dialer ends with its context, which the client knows nothing of: that holds
// its lock while it dials, so that all who use it would wait as long. It
// remembers why the last address could not be reached, which the client does
// not tell either.
type dialer struct {
	ctx context.Context

	mu  sync.Mutex
	err error
}

func newDialer(ctx context.Context) *dialer { return &dialer{ctx: ctx} }

// option has a client dial so. A name is looked up by the dialer, as that can
// take as long.
func (d *dialer) option(o *nats.Options) error {
	o.CustomDialer, o.SkipHostLookup, o.Timeout = d, true, dialTime
	return nil
}

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	to := net.Dialer{Timeout: dialTime}
	c, err := to.DialContext(d.ctx, network, address)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, ctx: d.ctx}, nil
}

// cause returns what is behind an error of the client.
func (d *dialer) cause(err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var op *net.OpError
	switch {
	case d.ctx.Err() != nil:
		return d.ctx.Err()
	case !errors.Is(err, nats.ErrNoServers) || d.err == nil:
		return err
	case errors.As(d.err, &op):
		return op.Err // the address is said already
	}
	return d.err
}

// conn is a connection on which the end of a context is a deadline, too. The
// client has one while it is being let in, and takes it back when it is.
type conn struct {
	net.Conn
	ctx  context.Context
	stop func() bool // of the goroutine that dials
}

// SetDeadline implements net.Conn.
func (c *conn) SetDeadline(t time.Time) error {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
	err := c.Conn.SetDeadline(t)
	if !t.IsZero() {
		c.stop = context.AfterFunc(c.ctx, func() { c.Conn.SetDeadline(time.Unix(1, 0)) })
	}
	return err
}
