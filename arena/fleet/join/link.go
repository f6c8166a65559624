// Package join is how a machine gets into a fleet: the link that is handed to
// it, and the certificate and the token that the link pins.
//
// A link is one word, to be typed or pasted:
//
//	arena://10.0.0.1:4222/#k7VvQ…+9f86d0…
//
// In the fragment are the token, which lets a machine in, and the SHA-256 of
// the certificate that the server must show. So the server needs no name and
// no certificate authority, nobody in between can read along, and who does not
// have the link gets nothing.
//
// Where NATS servers stand already a link is their URL with the fleet's name:
//
//	tls://arena:password@nats.example:4222/#9f86d081884c
package join

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Scheme begins a link.
const Scheme = "arena"

// Link says where a fleet is, and what lets one in.
type Link struct {
	Address     string // host:port
	Token       string
	Fingerprint string // SHA-256 of the server's certificate (DER), hex
	// Outside is the URL of NATS servers that stand already, with a user and a
	// password of theirs, and Fleet the name of the fleet there. Then nothing
	// else is set: who may do what, and TLS, are those servers' own.
	Outside, Fleet string
}

// String returns the link as it is handed on. It holds the token: who reads it
// can join.
func (l Link) String() string {
	if l.Outside != "" {
		return l.Outside + "/#" + l.Fleet
	}
	u := url.URL{Scheme: Scheme, Host: l.Address, Path: "/", Fragment: l.Token + "+" + l.Fingerprint}
	return u.String()
}

// Name returns what the fleet is called in the names of its messages: the
// beginning of its fingerprint.
func (l Link) Name() string {
	if l.Outside != "" {
		return l.Fleet
	}
	return l.Fingerprint[:12]
}

// Parse reads a link. Its errors say what is missing.
func Parse(text string) (Link, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil {
		// The error of url.Parse quotes the text, and that has the token in it.
		return Link{}, errors.New("not a link: want arena://HOST:PORT/#TOKEN+FINGERPRINT")
	}
	if u.Scheme == "nats" || u.Scheme == "tls" {
		return parseOutside(u)
	}
	token, fingerprint, both := strings.Cut(u.Fragment, "+")
	sum, hexErr := hex.DecodeString(fingerprint)
	switch {
	case u.Scheme != Scheme:
		return Link{}, fmt.Errorf("a link begins with %s://, nats:// or tls://", Scheme)
	case u.Port() == "" || u.Hostname() == "" || strings.Contains(u.Hostname(), ":") && !isAddress(u.Hostname()):
		return Link{}, fmt.Errorf("the link has no HOST:PORT: %q", u.Host)
	case u.User != nil || u.RawQuery != "" || u.Path != "/" && u.Path != "":
		return Link{}, errors.New("the link has more in it than HOST:PORT before the #")
	case !both || !ValidToken(token):
		return Link{}, errors.New("the link has no token and fingerprint after the #: was it cut off, or not quoted in the shell?")
	case hexErr != nil || len(sum) != sha256.Size:
		return Link{}, errors.New("the link's fingerprint is not complete: was it cut off?")
	}
	return Link{Address: net.JoinHostPort(u.Hostname(), u.Port()), Token: token, Fingerprint: hex.EncodeToString(sum)}, nil
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// parseOutside reads a link to servers that stand already.
func parseOutside(u *url.URL) (Link, error) {
	l := Link{Fleet: u.Fragment}
	if name, err := hex.DecodeString(l.Fleet); err != nil || len(name) != 6 || strings.ToLower(l.Fleet) != l.Fleet {
		return Link{}, errors.New("the link has no name of a fleet after the #: was it cut off, or not quoted in the shell?")
	}
	if u.Host == "" || u.RawQuery != "" || u.Path != "/" && u.Path != "" {
		return Link{}, errors.New("the link has no HOST:PORT, or more than that before the #")
	}
	u.Fragment, u.RawFragment, u.Path = "", "", ""
	l.Outside = u.String()
	return l, nil
}

// ValidToken reports whether a text can be a token: 16 to 64 letters and
// digits, - and _, so that it needs no quoting in a link.
func ValidToken(text string) bool {
	if len(text) < 16 || len(text) > 64 {
		return false
	}
	for _, c := range text {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// SameToken compares in a time that does not tell where two tokens differ.
func SameToken(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// TLS returns the client's side: it talks to the server that has the pinned
// certificate and to no other, whatever its name.
func (l Link) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		// The chain and the name are not looked at; the certificate itself is.
		InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errors.New("the server shows no certificate")
			}
			if Fingerprint(s.PeerCertificates[0].Raw) != l.Fingerprint {
				return &StrangerError{}
			}
			return nil
		},
	}
}

// StrangerError says that another server answers than the one that made the
// link.
type StrangerError struct{}

func (*StrangerError) Error() string {
	return "the server is not the one that made the link: its certificate has another fingerprint"
}

// Fingerprint returns the SHA-256 of a certificate in hex.
func Fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}
