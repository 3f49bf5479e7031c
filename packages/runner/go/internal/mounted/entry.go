package mounted

import (
	"sync"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Entry decides which mounts that can hang are entered, and how. A mount that once did not answer is not touched again.
type Entry struct {
	asked bool
	root  string
	run   Run
	mutex sync.Mutex
	hung  map[string]bool
}

// NewEntry makes the ways into the mounts of a root directory; `asked` is whether mounts are to be entered at all.
func NewEntry(asked bool, root string, run Run) *Entry {
	return &Entry{asked: asked, root: root, run: run, hung: map[string]bool{}}
}

func (e *Entry) isHung(path string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.hung[path]
}

// Enter gives the way into the mount that a path leads to; nil if there is none or it must not be entered.
func (e *Entry) Enter(location files.Location) *Way {
	mount := location.Mount
	if mount == nil || e.isHung(mount.Path) || !(e.asked || mount.Type == "fuse.lxcfs") {
		return nil
	}
	bounds := e.root
	if bounds == "/" {
		bounds = mount.Path
	}
	return &Way{bounds, e.run, func() {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.hung[mount.Path] = true
	}}
}

// Refusal says why a path on a mount is not accessed.
func (e *Entry) Refusal(path string, location files.Location) *sys.HostError {
	problem, why := sys.Refused, "is not entered"
	if e.isHung(location.Mount.Path) {
		problem, why = sys.TimedOut, "did not answer before"
	}
	refusal := sys.Fail(problem, "%s: on the %s mount %s, which %s", path, location.Mount.Type, location.Mount.Path, why)
	refusal.NotEntered = true
	return refusal
}
