package cgroup

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mount is one line of /proc/self/mountinfo (proc_pid_mountinfo(5)) that
// shows a cgroup hierarchy, or a part of one.
type mount struct {
	point    string   // where it is mounted
	root     string   // the folder of the hierarchy that is seen there
	v2       bool     //
	options  []string // of the hierarchy: its v1 controllers are among them
	readOnly bool     // the mount or its file system
}

// parseMountinfo picks the cgroup mounts out of a mountinfo file. Of several
// at one place the last is kept: it covers the others.
func parseMountinfo(text string) ([]mount, error) {
	var found []mount
	for line := range strings.Lines(text) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), " - ")
		if !ok {
			if strings.TrimSpace(line) == "" {
				continue
			}
			return nil, fmt.Errorf("mountinfo: no separator in %q", line)
		}
		// 36 35 98:0 /root /point rw,noatime shared:1 - cgroup cgroup rw,memory
		f, g := strings.Fields(left), strings.Fields(right)
		if len(f) < 6 || len(g) < 1 {
			return nil, fmt.Errorf("mountinfo: too few fields in %q", line)
		}
		m := mount{point: unescape(f[4]), root: unescape(f[3])}
		found = slices.DeleteFunc(found, func(o mount) bool { return o.point == m.point })
		if g[0] != "cgroup" && g[0] != "cgroup2" {
			continue
		}
		m.v2 = g[0] == "cgroup2"
		if len(g) >= 3 {
			m.options = strings.Split(g[2], ",")
		}
		m.readOnly = slices.Contains(strings.Split(f[5], ","), "ro") || slices.Contains(m.options, "ro")
		found = append(found, m)
	}
	return found, nil
}

// unescape undoes the octal escapes of blanks, tabs, newlines and backslashes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// membership is one line of /proc/self/cgroup (cgroups(7)).
type membership struct {
	controllers []string // of a v1 hierarchy; empty for v2
	path        string
}

func (m membership) v2() bool { return len(m.controllers) == 0 }

func parseMembership(text string) ([]membership, error) {
	var all []membership
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			continue
		}
		// 4:memory:/user.slice, 0::/user.slice; a path may hold colons.
		f := strings.SplitN(line, ":", 3)
		if len(f) != 3 || !strings.HasPrefix(f[2], "/") {
			return nil, fmt.Errorf("cgroup membership: not id:controllers:path: %q", line)
		}
		m := membership{path: f[2]}
		if f[1] != "" {
			m.controllers = strings.Split(f[1], ",")
		}
		all = append(all, m)
	}
	return all, nil
}

// hierarchy is one tree of groups and our place in it.
type hierarchy struct {
	v2          bool
	controllers []string // of v1; of v2: those that can be used in the place
	mounts      []mount  // where it is seen, a writable one first
	own         string   // path of our own group inside the hierarchy
}

// hierarchies reads which trees there are.
func (h Host) hierarchies() ([]*hierarchy, error) {
	text, err := os.ReadFile(filepath.Join(h.Proc, "self/mountinfo"))
	if err != nil {
		return nil, err
	}
	mounts, err := parseMountinfo(string(text))
	if err != nil {
		return nil, err
	}
	text, err = os.ReadFile(filepath.Join(h.Proc, "self/cgroup"))
	if err != nil {
		if os.IsNotExist(err) { // a kernel without cgroups
			return nil, nil
		}
		return nil, err
	}
	members, err := parseMembership(string(text))
	if err != nil {
		return nil, err
	}
	var all []*hierarchy
	for _, m := range members {
		t := &hierarchy{v2: m.v2(), controllers: m.controllers, own: m.path}
		for _, o := range mounts {
			if o.v2 == t.v2 && (t.v2 || slices.Contains(o.options, m.controllers[0])) {
				t.mounts = append(t.mounts, o)
			}
		}
		slices.SortStableFunc(t.mounts, func(a, b mount) int {
			switch {
			case a.readOnly == b.readOnly:
				return 0
			case b.readOnly:
				return -1
			}
			return 1
		})
		all = append(all, t)
	}
	return all, nil
}

// folder gives where a path inside the hierarchy is seen, "" if nowhere.
func (t *hierarchy) folder(path string) string {
	if slices.Contains(strings.Split(path, "/"), "..") {
		return "" // outside of our cgroup namespace
	}
	for _, m := range t.mounts {
		rest, ok := path, true
		if m.root != "/" {
			rest, ok = strings.CutPrefix(path, m.root)
			ok = ok && (rest == "" || rest[0] == '/')
		}
		if ok {
			return filepath.Join(m.point, rest)
		}
	}
	return ""
}
