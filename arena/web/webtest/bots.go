package webtest

import (
	"fmt"
	"os"
	"os/exec"
)

// Bots builds the bots of the house into a new folder, which the caller
// removes, for whoever runs in the jail to read.
func Bots() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "webbots"); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-o", dir+"/", "botarena/bots/house/...")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("the bots of the house: %w: %s", err, out)
	}
	return dir, os.Chmod(dir, 0o755)
}
