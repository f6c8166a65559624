package join

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"botarena/arena/championship/outfile"
)

// Identity is what a fleet's server is known by. It stays the same when the
// championship is gone on with, so that workers find it again by themselves.
type Identity struct {
	Token       string
	Certificate tls.Certificate
}

// identityFile is in the folder of the fleet, readable by its owner only.
const identityFile = "identity.json"

type identityText struct {
	Token       string `json:"token"`
	Certificate string `json:"certificate"` // PEM
	Key         string `json:"key"`         // PEM, PKCS #8
}

// LoadOrCreate reads the identity in a folder, or makes one where there is
// none. Errors name the file.
func LoadOrCreate(dir string) (*Identity, error) {
	name := filepath.Join(dir, identityFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return create(name)
	}
	if err != nil {
		return nil, err
	}
	var t identityText
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	id, err := t.identity()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return id, nil
}

func (t *identityText) identity() (*Identity, error) {
	cert, err := tls.X509KeyPair([]byte(t.Certificate), []byte(t.Key))
	if err != nil {
		return nil, err
	}
	if !ValidToken(t.Token) {
		return nil, errors.New("no token")
	}
	return &Identity{Token: t.Token, Certificate: cert}, nil
}

func create(name string) (*Identity, error) {
	t := identityText{Token: secret(24)}
	if err := t.certify(); err != nil {
		return nil, err
	}
	id, err := t.identity()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return nil, err
	}
	return id, outfile.WriteSecret(name, append(text, '\n'))
}

// certify makes a key and a certificate that it signs itself. The link pins
// it, so that it neither needs a name nor has to end soon.
func (t *identityText) certify() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "arena fleet"},
		// A worker's clock may be wrong; the fleet tells it so itself.
		NotBefore:   now.AddDate(-1, 0, 0),
		NotAfter:    now.AddDate(10, 0, 0),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	t.Certificate = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	t.Key = string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}))
	return nil
}

// secret returns n random bytes as text that a link, a file name and a subject
// can hold.
func secret(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Link returns the link to this identity at an address.
func (id *Identity) Link(address string) Link {
	return Link{Address: address, Token: id.Token, Fingerprint: Fingerprint(id.Certificate.Certificate[0])}
}

// ServerTLS returns the server's side.
func (id *Identity) ServerTLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{id.Certificate}}
}
