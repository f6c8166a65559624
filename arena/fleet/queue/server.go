package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"golang.org/x/sys/unix"

	"botarena/arena/championship/outfile"
	"botarena/arena/fleet/join"
)

// Roles are the users of a server. A worker or a viewer adds, after a colon,
// a word of its own that names its inboxes.
const (
	roleCoordinator = "coordinator"
	roleWorker      = "worker"
	roleViewer      = "viewer"
)

const (
	// maxPayload bounds a message: a record or a job that is larger goes by the
	// object store.
	maxPayload = 8 << 20
	// syncInterval is how much a power cut may take from the queue; the server's
	// own default is two minutes. Syncing every message costs more than half of
	// the throughput, and would not make the queue the truth.
	syncInterval = time.Second
	// pingInterval finds connections that are cut off without a word.
	pingInterval = 5 * time.Second
	readyTime    = 30 * time.Second
)

// ServerOptions say where a server listens and keeps its files.
type ServerOptions struct {
	// Folder is for the identity, the streams and the last address.
	Folder string
	// Listen is HOST:PORT. Empty: the loopback interface only. Without a port,
	// or with port 0, it is the last one of this folder, or else a free one.
	Listen string
	// Advertise is the HOST or HOST:PORT of the link; empty for the one that is
	// listened on, or the first address of this host if those are all.
	Advertise string
	// Outside is the URL of NATS servers with JetStream that stand already,
	// with a user and a password that may do everything in an account. No
	// server is started then.
	Outside string
	// Log is told what the server complains about; nil for nobody.
	Log func(string)
}

// Server is a NATS server inside this program, or the door to others.
type Server struct {
	*join.Identity
	options  *server.Options
	log      *complaints
	address  string // of the link
	outside  string // URL of servers that are not ours
	password string // of the coordinator, for this Server's life

	mu     sync.Mutex // guards server
	server *server.Server
}

// StartServer starts a server. The errors are those of the folder, of an
// address that cannot be listened on, and of a folder that another arena uses.
func StartServer(o ServerOptions) (*Server, error) {
	id, err := join.LoadOrCreate(o.Folder)
	if err != nil {
		return nil, err
	}
	if o.Outside != "" {
		s := &Server{Identity: id, outside: o.Outside}
		return s, s.keepLink(o.Folder)
	}
	host, port, err := o.listen()
	if err != nil {
		return nil, err
	}
	// The server itself would say so after half a minute, and not why.
	if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(port, 0)))); err != nil {
		return nil, fmt.Errorf("the fleet's server: %w", err)
	} else {
		l.Close()
	}
	s := &Server{Identity: id, password: rand.Text()}
	options := &server.Options{
		ServerName: "arena-" + id.Link("").Name(), Host: host, Port: port,
		JetStream: true, StoreDir: filepath.Join(o.Folder, "streams"),
		SyncInterval: syncInterval, MaxPayload: maxPayload,
		// Its own choice is what the disk has room for when it starts.
		JetStreamMaxStore: server.JetStreamMaxStoreDefault,
		NoSigs:            true, DisableJetStreamBanner: true,
		PingInterval: pingInterval, MaxPingsOut: 2,
		CustomClientAuthentication: s,
		// Nothing is said before the handshake: not even what this server is.
		TLS: true, TLSConfig: id.ServerTLS(), TLSHandshakeFirst: true, TLSTimeout: 5,
	}
	s.options, s.log = options, &complaints{tell: o.Log}
	if err := s.start(); err != nil {
		return nil, err
	}
	addr := s.server.Addr().(*net.TCPAddr)
	options.Port = addr.Port
	s.address = o.advertised(host, addr)
	if err := s.keepLink(o.Folder); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Server) keepLink(folder string) error {
	return outfile.WriteSecret(filepath.Join(folder, addressFile), []byte(s.Link().String()+"\n"))
}

func (s *Server) start() error {
	ns, err := server.NewServer(s.options)
	if err != nil {
		return fmt.Errorf("the fleet's server: %w", err)
	}
	ns.SetLoggerV2(s.log, false, false, false)
	ns.Start()
	if !ns.ReadyForConnections(readyTime) || !ns.JetStreamEnabled() {
		ns.Shutdown()
		ns.WaitForShutdown()
		return fmt.Errorf("the fleet's server does not start at %s: %s", net.JoinHostPort(s.options.Host, strconv.Itoa(s.options.Port)), s.log.last())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = ns
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.log.broken = false
	return nil
}

// Broken reports whether the server cannot store any more, as after its disk
// was full, and there is room now: it wants a Restart.
func (s *Server) Broken() bool {
	if s.outside != "" {
		return false
	}
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.log.broken && roomIn(s.options.StoreDir)
}

// roomIn reports whether the disk of a folder takes some messages.
func roomIn(folder string) bool {
	const some = 1 << 20 // bytes
	f, err := os.CreateTemp(folder, "room-")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	defer f.Close()
	err = unix.Fallocate(int(f.Fd()), 0, 0, some)
	return !errors.Is(err, unix.ENOSPC) && !errors.Is(err, unix.EDQUOT)
}

// Restart ends the server and starts it again where it was. Connections come
// back by themselves.
func (s *Server) Restart() error {
	s.Close()
	return s.start()
}

// InProcessConn implements nats.InProcessConnProvider, across restarts.
func (s *Server) InProcessConn() (net.Conn, error) { return s.current().InProcessConn() }

func (s *Server) current() *server.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// addressFile keeps the link, for the next server of this folder and for who
// wants to look at the fleet.
const addressFile = "link"

// ReadLink returns the link of the last server of a folder.
func ReadLink(folder string) (join.Link, error) {
	text, err := os.ReadFile(filepath.Join(folder, addressFile))
	if err != nil {
		return join.Link{}, err
	}
	return join.Parse(string(text))
}

// ParseListen reads an address to listen at, as ServerOptions have it: port 0
// is for any. The error is that of the port.
func ParseListen(address string) (host string, port int, err error) {
	if address == "" {
		return "127.0.0.1", 0, nil
	}
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return address, 0, nil // no port
	}
	if host == "" {
		host = "0.0.0.0"
	}
	if text != "" {
		if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65535 {
			return "", 0, fmt.Errorf("%q is no port: want 1 to 65535", text)
		}
	}
	return host, port, nil
}

func (o *ServerOptions) listen() (host string, port int, err error) {
	host, port, err = ParseListen(o.Listen)
	if err != nil || port != 0 {
		return host, port, err
	}
	// Workers that wait for this championship to go on look where it was.
	if last, err := ReadLink(o.Folder); err == nil && last.Outside == "" {
		_, text, _ := net.SplitHostPort(last.Address)
		if l, err := net.Listen("tcp", net.JoinHostPort(host, text)); err == nil {
			l.Close()
			port, _ = strconv.Atoi(text)
			return host, port, nil
		}
	}
	return host, server.RANDOM_PORT, nil
}

// advertised returns the address for the link.
func (o *ServerOptions) advertised(host string, addr *net.TCPAddr) string {
	port := strconv.Itoa(addr.Port)
	if o.Advertise != "" {
		if _, _, err := net.SplitHostPort(o.Advertise); err == nil {
			return o.Advertise
		}
		return net.JoinHostPort(o.Advertise, port)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		addrs, _ := net.InterfaceAddrs()
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
				return net.JoinHostPort(n.IP.String(), port)
			}
		}
	}
	return net.JoinHostPort(host, port)
}

// Link returns what lets others in.
func (s *Server) Link() join.Link {
	l := s.Identity.Link(s.address)
	if s.outside != "" {
		return join.Link{Outside: s.outside, Fleet: l.Name()}
	}
	return l
}

// Check implements the server's Authentication: who has the token is let in
// as a worker or a viewer, with no more rights than those need.
func (s *Server) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	names := Names(s.Link().Name())
	role, word, _ := strings.Cut(o.Username, ":")
	if role == roleCoordinator {
		if join.SameToken(o.Password, s.password) {
			c.RegisterUser(&server.User{Username: role})
			return true
		}
		return false
	}
	if !join.SameToken(o.Password, s.Token) || !join.ValidToken(word) {
		return false
	}
	user := &server.User{Username: role}
	switch role {
	case roleWorker:
		user.Permissions = names.workerPermissions(workerID(word), inbox(word))
	case roleViewer:
		user.Permissions = names.viewerPermissions(inbox(word))
	default:
		return false
	}
	c.RegisterUser(user)
	return true
}

// Connect returns a connection that may do everything: inside this program, or
// to the servers outside. When ctx ends it does not come back any more. The
// error says why those do not answer, or is the context's.
func (s *Server) Connect(ctx context.Context) (*nats.Conn, error) {
	options := []nats.Option{nats.Name("coordinator"), nats.MaxReconnects(-1), quiet}
	if s.outside == "" {
		return nats.Connect("", append(options, nats.InProcessServer(s), nats.UserInfo(roleCoordinator, s.password), nats.ReconnectWait(100*time.Millisecond))...)
	}
	dialer := newDialer(ctx)
	conn, err := nats.Connect(s.outside, append(options, dialer.option)...)
	if err != nil {
		return nil, fmt.Errorf("no NATS server answers at %s: %w", hostOf(s.outside), dialer.cause(err))
	}
	return conn, nil
}

// Close ends the server and waits for it.
func (s *Server) Close() {
	if s.outside != "" {
		return
	}
	ns := s.current()
	ns.Shutdown()
	ns.WaitForShutdown()
}
