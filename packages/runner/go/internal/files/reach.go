package files

import (
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Reached is the target of a path on the running machine, and the account that controls it.
type Reached struct {
	// At is a path that leads only to it until Release is called: one that only root can change, or that of a descriptor.
	At   string
	Stat sys.Stat
	// Rights are those of the account to open it with; nil for the runner's own.
	Rights *account.Account
	// Controller is the account that can change it or the way to it; nil if only root or the runner's own account can.
	Controller *account.Account
	fd         int
}

// Release releases what was reached.
func (r *Reached) Release() { sys.Close(r.fd) }

const procFileSystem = 0x9fa0

// Reacher follows a path of the running machine to its end. A link is followed with the rights of the
// account that made it, so that nobody can make the collector read files that they may not read.
// Nothing is opened on the way, and devices and FIFOs are only inspected.
type Reacher struct {
	accounts *account.Lookup
	mutex    sync.Mutex
	// Directories that only root can change or replace. Only root could change that later, except for
	// those of processes, which come and go.
	rootsOwn map[string]bool
	// Directories in which others can add names, but cannot remove or rename those of root.
	shared map[string]bool
}

const maxKnown = 100_000

// NewReacher creates the path walker for the running machine.
func NewReacher(accounts *account.Lookup) *Reacher {
	return &Reacher{accounts: accounts, rootsOwn: map[string]bool{"": true}, shared: map[string]bool{}}
}

func (r *Reacher) is(set map[string]bool, path string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return set[path]
}

func (r *Reacher) add(set map[string]bool, path string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(set) < maxKnown {
		set[path] = true
	}
}

func (r *Reacher) isRootsOwn(path string, stat sys.Stat) bool {
	if r.accounts.ControllerOf(stat) != nil {
		return false
	}
	// Below a shared directory, others can create a directory with the name of one that root removed.
	if r.is(r.rootsOwn, ParentOf(path)) && !strings.HasPrefix(path, "/proc/") {
		r.add(r.rootsOwn, path)
	}
	return true
}

// ParentOf returns the path of the directory above. That of the root is empty, because it is written without its slash.
func ParentOf(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

func isSharedBy(stat sys.Stat) bool { return account.IsTrusted(stat.Uid) && account.IsSticky(stat) }

// way is the state of following a path.
type way struct {
	path  string
	at    string
	rest  []string
	links int
	// True if `at` is shared. Kept here too, because the set of known directories is bounded.
	shared bool
}

func (w *way) follow(target string) error {
	if w.links++; w.links > MaxLinks {
		return sys.LinkLoop(w.path)
	}
	if strings.HasPrefix(target, "/") {
		w.at, w.shared = "", false
	}
	w.rest = append(PartsOf(target), w.rest...)
	return nil
}

// Reach follows a path. `by` is the account whose file or process named it; all of it is then followed with that account's rights.
func (r *Reacher) Reach(path string, by *account.Account) (*Reached, error) {
	if by != nil && account.IsRoot() {
		return reachedAs(by, path, path)
	}
	w := &way{path: path, rest: PartsOf(path)}
	for len(w.rest) > 0 {
		part := w.rest[0]
		w.rest = w.rest[1:]
		if part == "." {
			continue
		}
		if part == ".." {
			w.at = ParentOf(w.at)
			w.shared = r.is(r.shared, w.at)
			continue
		}
		found, err := r.step(w, part)
		if err != nil || found != nil {
			return found, err
		}
	}
	at := w.at
	if at == "" {
		at = "/"
	}
	stat, err := sys.Lstat(at)
	if err != nil {
		return nil, err
	}
	return &Reached{At: at, Stat: stat, Controller: r.accounts.ControllerOf(stat), fd: -1}, nil
}

func (r *Reacher) step(w *way, part string) (*Reached, error) {
	next := w.at + "/" + part
	if r.is(r.rootsOwn, next) {
		w.at, w.shared = next, r.is(r.shared, next)
		return nil, nil
	}
	stat, err := sys.Lstat(next)
	if err != nil {
		return nil, err
	}
	switch {
	case w.shared && !account.IsTrusted(stat.Uid):
		return r.beyond(w, w.at, append([]string{part}, w.rest...))
	case stat.IsLink():
		target, err := sys.Readlink(next)
		if err != nil {
			return nil, err
		}
		return nil, w.follow(target)
	case !stat.IsDir():
		if len(w.rest) > 0 {
			return nil, notADirectory()
		}
		var rights *account.Account
		if w.shared {
			rights = account.RightsOfFile(stat, account.Anyone)
		}
		return &Reached{At: next, Stat: stat, Rights: rights, Controller: r.accounts.ControllerOf(stat), fd: -1}, nil
	case r.isRootsOwn(next, stat):
		w.at, w.shared = next, false
		return nil, nil
	case isSharedBy(stat):
		r.add(r.shared, next)
		w.at, w.shared = next, true
		return nil, nil
	}
	return r.beyond(w, next, w.rest)
}

// HeldPath returns a path through a descriptor to its file, wherever that is renamed to.
func HeldPath(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

var canHold = sync.OnceValue(func() bool {
	_, err := sys.StatAt("/proc/self/fd")
	return err == nil
})

func notADirectory() error { return &sys.Error{Errno: syscall.ENOTDIR, Call: "open"} }
