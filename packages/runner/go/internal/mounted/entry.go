package mounted

import (
	"sync"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Entry decides which risky mounts are entered, and how. A mount that once did not answer is not touched again.
type Entry struct {
	asked bool
	root  string
	hung  *Hung
	run   Run
}

// Hung lists the mounts that once did not answer.
type Hung struct {
	mutex sync.Mutex
	paths map[string]bool
}

func NewHung() *Hung { return &Hung{paths: map[string]bool{}} }

func (h *Hung) has(path string) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.paths[path]
}

func (h *Hung) add(path string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.paths[path] = true
}

// NewEntry creates the ways into mounts of a root directory. asked is true if mounts may be entered at all.
func NewEntry(asked bool, root string, hung *Hung, run Run) *Entry {
	return &Entry{asked, root, hung, run}
}

// Enter returns the way into the mount to which a path leads; nil if there is none or it must not be entered.
func (e *Entry) Enter(location files.Location) *Way {
	mount := location.Mount
	if mount == nil || e.hung.has(mount.Path) || !(e.asked || mount.Type == "fuse.lxcfs") {
		return nil
	}
	bounds := e.root
	if bounds == "/" {
		bounds = mount.Path
	}
	return &Way{bounds, e.run, func() { e.hung.add(mount.Path) }}
}

// Refusal returns the error for a path on a mount that is not entered.
func (e *Entry) Refusal(path string, location files.Location) *sys.HostError {
	problem, why := sys.Refused, "is not entered"
	if e.hung.has(location.Mount.Path) {
		problem, why = sys.TimedOut, "did not answer before"
	}
	refusal := sys.Fail(problem, path+": on the "+location.Mount.Type+" mount "+location.Mount.Path+", which "+why)
	refusal.NotEntered = true
	return refusal
}
