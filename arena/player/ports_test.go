package player

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestLinksTo: the lasting names of a device are found; a name whose device
// was unplugged, and a folder that is not there, are passed over.
func TestLinksTo(t *testing.T) {
	dir := t.TempDir()
	device := filepath.Join(dir, "ttyUSB0")
	if err := os.WriteFile(device, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"by-id-7": device, "by-id-gone": filepath.Join(dir, "ttyUSB1")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	got := linksTo([]string{filepath.Join(dir, "nowhere"), dir})[device]
	if want := []string{filepath.Join(dir, "by-id-7"), device}; !reflect.DeepEqual(got, want) {
		t.Errorf("links %q, want %q", got, want)
	}
}

// TestPorts: the list can be made on any host, and names only what is there.
func TestPorts(t *testing.T) {
	ports, err := Ports()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ports {
		if _, err := os.Stat(p.Device); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
}
