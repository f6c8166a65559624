package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Layer is one wall of the jail, as this host gives it.
type Layer struct {
	Name     string `json:"name"`              // "root", "seccomp", "memory" …
	Promise  string `json:"promise"`           // what it holds: files, network, processes, memory, time, host
	InForce  bool   `json:"inForce"`           // every process of this sandbox is under it
	By       string `json:"by,omitempty"`      // the mechanism: "cgroup v1 memory.limit_in_bytes"
	Missing  string `json:"missing,omitempty"` // what is missing, when it is not in force
	Cure     string `json:"cure,omitempty"`    // what to do about it, one line
	Required bool   `json:"required"`          // New fails without it
}

// The layers, outermost first. README.md says how one is added.
const (
	layerRoot       = "root"
	layerNet        = "network namespace"
	layerIPC        = "ipc namespace"
	layerHostName   = "host name"
	layerCgroupNS   = "cgroup namespace"
	layerPID        = "process namespace"
	layerNoNewPrivs = "no new privileges"
	layerLandlock   = "landlock"
	layerCaps       = "capabilities"
	layerSeccomp    = "seccomp"
	layerSeats      = "id per seat"
	layerRlimits    = "rlimits"
	layerMemory     = "memory"
	layerCPU        = "cpu"
	layerProcesses  = "process count"
	layerKill       = "kill"
	layerFreeze     = "freeze"
	layerWaiting    = "waiting time"
	layerDeath      = "death with the arena"
)

const (
	cureRoot   = "run as root, or allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns=0; in a container: --security-opt seccomp=unconfined)"
	cureCgroup = "run as root with /sys/fs/cgroup writable (in a container: --cgroupns=host -v /sys/fs/cgroup:/sys/fs/cgroup:rw), or start the arena with systemd-run --user --scope -p Delegate=yes"
)

// knownLayers lists every layer with the promise it holds and the cure for its
// absence.
var knownLayers = []Layer{
	{Name: layerRoot, Promise: "files", Cure: cureRoot},
	{Name: layerNet, Promise: "network", Cure: cureRoot},
	{Name: layerIPC, Promise: "processes", Cure: cureRoot},
	{Name: layerHostName, Promise: "host", Cure: cureRoot},
	{Name: layerCgroupNS, Promise: "host", Cure: cureRoot},
	{Name: layerPID, Promise: "processes", Cure: cureRoot},
	{Name: layerNoNewPrivs, Promise: "host", Cure: "use a kernel from 5.13 on"},
	{Name: layerLandlock, Promise: "files", Cure: "use a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK and landlock in lsm="},
	{Name: layerCaps, Promise: "host", Cure: cureRoot},
	{Name: layerSeccomp, Promise: "network", Cure: "use a kernel with CONFIG_SECCOMP_FILTER"},
	{Name: layerSeats, Promise: "processes", Cure: "run as root, or give this user a range of ids in /etc/subuid and /etc/subgid"},
	{Name: layerRlimits, Promise: "host"},
	{Name: layerMemory, Promise: "memory", Cure: cureCgroup},
	{Name: layerCPU, Promise: "time", Cure: cureCgroup},
	{Name: layerProcesses, Promise: "processes", Cure: cureCgroup},
	{Name: layerKill, Promise: "processes", Cure: cureCgroup},
	{Name: layerFreeze, Promise: "time", Cure: cureCgroup},
	{Name: layerWaiting, Promise: "time", Cure: "boot with psi=1, and mount a cgroup v2 tree"},
	{Name: layerDeath, Promise: "processes"},
}

// promises are what must hold on every host: each by one of these layers.
var promises = []struct {
	name   string
	layers []string
}{
	{"files", []string{layerRoot, layerLandlock}},
	{"network", []string{layerNet, layerSeccomp}},
	{"processes", []string{layerSeccomp}},
	{"memory", []string{layerMemory}},
	{"time", []string{layerCPU}},
	{"host", []string{layerNoNewPrivs}},
}

// layerReport collects what the building of the jail finds out.
type layerReport struct {
	mu      sync.Mutex
	without []string
	layers  []Layer
	errs    map[string]*HostError
}

func newLayerReport(o Options) (*layerReport, error) {
	r := &layerReport{without: o.Without, errs: map[string]*HostError{}}
	r.layers = slices.Clone(knownLayers)
	for i := range r.layers {
		l := &r.layers[i]
		l.Required = o.Strict
		l.Missing = notBuilt
		if slices.Contains(o.Without, l.Name) {
			l.Missing, l.Cure = switchedOff, ""
		}
	}
	for _, name := range o.Without {
		if !slices.ContainsFunc(knownLayers, func(l Layer) bool { return l.Name == name }) {
			return nil, fmt.Errorf("sandbox: no layer is named %q", name)
		}
		if o.Strict {
			return nil, fmt.Errorf("sandbox: a strict jail cannot be without %q", name)
		}
	}
	return r, nil
}

// later is the report of a launcher that is made once the sandbox stands: what is in
// force by then is relied on, and must hold in the new one too.
func (r *layerReport) later() *layerReport {
	c := &layerReport{without: r.without, layers: r.list(), errs: map[string]*HostError{}}
	for i := range c.layers {
		c.layers[i].Required, c.layers[i].Cure = c.layers[i].InForce, knownLayers[i].Cure
	}
	return c
}

func (r *layerReport) layer(name string) *Layer {
	i := slices.IndexFunc(r.layers, func(l Layer) bool { return l.Name == name })
	return &r.layers[i]
}

const (
	switchedOff = "switched off"
	notBuilt    = "not built"
)

// wants reports whether a layer is to be built at all.
func (r *layerReport) wants(name string) bool { return !slices.Contains(r.without, name) }

func (r *layerReport) has(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.layer(name).InForce
}

func (r *layerReport) cure(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.layer(name).Cure
}

func (r *layerReport) holds(name, by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.layer(name)
	l.InForce, l.By, l.Missing, l.Cure = true, by, "", ""
}

// missing records a layer that the host refused.
func (r *layerReport) missing(name, step string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.layer(name)
	l.InForce, l.By = false, ""
	e := &HostError{Layer: name, Step: step, Err: err, Cure: l.Cure}
	l.Missing = strings.TrimPrefix(step+": ", ": ") + reasonOf(err)
	r.errs[name] = e
}

func reasonOf(err error) string {
	switch {
	case err == nil:
		return "not available"
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EOPNOTSUPP):
		return "this kernel does not have it"
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return "not permitted"
	}
	return err.Error()
}

// verdict is the error of a jail that must not be used.
func (r *layerReport) verdict() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.layers {
		if l.Required && !l.InForce {
			return r.hostError(l)
		}
	}
	for _, p := range promises {
		ok := false
		for _, name := range p.layers {
			l := r.layer(name)
			ok = ok || l.InForce || l.Missing == switchedOff
		}
		if !ok {
			return r.hostError(*r.layer(p.layers[0]))
		}
	}
	return nil
}

func (r *layerReport) hostError(l Layer) error {
	if e := r.errs[l.Name]; e != nil {
		return e
	}
	return &HostError{Layer: l.Name, Step: l.Missing, Cure: l.Cure}
}

// failed gives a *HostError, if err is one, the layers known so far.
func (r *layerReport) failed(err error) error {
	var host *HostError
	if errors.As(err, &host) {
		host.Layers = r.list()
		for i := range host.Layers {
			if l := &host.Layers[i]; l.Missing == notBuilt {
				l.Cure = ""
			}
		}
	}
	return err
}

func (r *layerReport) list() []Layer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.layers)
}

// Layers lists every wall of the jail: whether it is in force, by what, and
// what to do where it is not.
func (s *Sandbox) Layers() []Layer { return s.report.list() }

// lacks records a layer that the host does not have, in words.
func (r *layerReport) lacks(name, missing, cure string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.layer(name)
	l.InForce, l.By, l.Missing = false, "", missing
	if cure != "" {
		l.Cure = cure
	}
}

// stands records that something weaker holds a layer's promise: what is
// missing, and the cure, are still said.
func (r *layerReport) stands(name, by string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.layer(name)
	l.InForce, l.By = true, by
}
