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

// Reacher follows a path of the running machine to its end. A link is followed with the rights of the account that made
// it, so that nobody can make the collector read files that they may not read themselves. Nothing is opened on the way,
// and devices and FIFOs are only inspected.
type Reacher struct {
	accounts *account.Lookup
	mutex    sync.Mutex
	// Files that only root can change stay so unless root changes them; directories of processes come and go.
	rootsOwn map[string]bool
	// Others can add names here, but cannot remove or rename those of root.
	shared map[string]bool
}

const maxKnown = 100_000

// NewReacher makes the way to the files of the running machine.
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
	if !strings.HasPrefix(path, "/proc/") {
		r.add(r.rootsOwn, path)
	}
	return true
}

func isSharedBy(stat sys.Stat) bool { return account.IsTrusted(stat.Uid) && account.IsSticky(stat) }

// way is what is left of a path that is followed.
type way struct {
	path  string
	at    string
	rest  []string
	links int
	// Whether `at` is shared: kept here too, because the set of those known is bounded.
	shared bool
}

func (w *way) follow(target string) error {
	if w.links++; w.links > maxLinks {
		return sys.Fail(sys.Refused, "%s: too many symbolic links", w.path)
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
			w.at = w.at[:max(0, strings.LastIndexByte(w.at, '/'))]
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

func (r *Reacher) beyond(w *way, directory string, names []string) (*Reached, error) {
	found, back, err := r.beyondRoots(w.path, directory, names)
	if err != nil || found != nil {
		return found, err
	}
	w.at, w.rest = back.directory, back.rest
	w.shared = r.is(r.shared, w.at)
	return nil, w.follow(back.target)
}

// backToRoots is a link, or `..`, that leads back to a place that only root controls, or that root made where nobody can replace it.
type backToRoots struct {
	directory, target string
	rest              []string
}

// beyondRoots goes on from the first directory that others control, name by name, each held by a descriptor, so that
// what was checked is what is used.
func (r *Reacher) beyondRoots(path, directory string, rest []string) (*Reached, *backToRoots, error) {
	at := directory
	here, err := sys.Lstat(directory)
	if err != nil {
		return nil, nil, err
	}
	controller := r.controllerOr(here)
	if !canHold() {
		found, err := reachedByPath(strings.Join(append([]string{directory}, rest...), "/"), controller)
		return found, nil, err
	}
	fd, err := sys.Open(directory, sys.PathOnly|sys.DirOnly|sys.NoFollow, 0)
	if err != nil {
		return nil, nil, err
	}
	defer func() { sys.Close(fd) }()
	// What is held now may no longer be what was looked at.
	if here, err = sys.Fstat(fd); err != nil {
		return nil, nil, err
	}
	controller = r.controllerOr(here)
	for index, part := range rest {
		remaining := rest[index+1:]
		if part == "." {
			continue
		}
		if part == ".." {
			return nil, &backToRoots{at, "..", remaining}, nil
		}
		child, err := sys.OpenAt(fd, part, sys.PathOnly|sys.NoFollow, 0)
		if err != nil {
			return nil, nil, err
		}
		found, err := sys.Fstat(child)
		if err != nil {
			sys.Close(child)
			return nil, nil, err
		}
		if found.IsLink() {
			sys.Close(child)
			return r.linkBeyond(path, at, fd, found, here, part, remaining)
		}
		sys.Close(fd)
		fd = child
		// In a shared directory, an account controls its own files.
		if controller == account.Anyone {
			controller = r.controllerOr(found)
		}
		if len(remaining) > 0 && !found.IsDir() {
			return nil, nil, notADirectory()
		}
		at += "/" + part
		here = found
	}
	held := &Reached{At: HeldPath(fd), Stat: here, Rights: account.RightsOfFile(here, controller), Controller: controller, fd: fd}
	fd = -1
	return held, nil, nil
}

func (r *Reacher) linkBeyond(path, at string, fd int, link, here sys.Stat, part string, remaining []string) (*Reached, *backToRoots, error) {
	rights, err := r.accounts.RightsOfLink(path, link, here)
	if err != nil {
		return nil, nil, err
	}
	held := HeldPath(fd) + "/" + part
	if rights == nil {
		target, err := sys.Readlink(held)
		return nil, &backToRoots{at, target, remaining}, err
	}
	found, err := reachedAs(rights, path, strings.Join(append([]string{held}, remaining...), "/"))
	return found, nil, err
}

func (r *Reacher) controllerOr(stat sys.Stat) *account.Account {
	if found := r.accounts.ControllerOf(stat); found != nil {
		return found
	}
	return account.Anyone
}

// reachedByPath serves without /proc, where nothing can be reached through a descriptor: from here on, only the account's rights apply.
func reachedByPath(path string, controller *account.Account) (*Reached, error) {
	var rights *account.Account
	if account.IsRoot() {
		rights = controller
	}
	var stat sys.Stat
	err := account.With(rights, func() (err error) {
		stat, err = sys.StatAt(path)
		return
	})
	if err != nil {
		return nil, err
	}
	return &Reached{At: path, Stat: stat, Rights: rights, Controller: controller, fd: -1}, nil
}

// reachedAs reaches the end of a way with the rights of an account: the kernel follows links as it would for the account.
func reachedAs(as *account.Account, path, way string) (*Reached, error) {
	if !canHold() {
		return reachedByPath(path, as)
	}
	fd := -1
	err := account.With(as, func() (err error) {
		fd, err = sys.Open(way, sys.PathOnly, 0)
		return
	})
	if sys.Is(err, syscall.EACCES) {
		return nil, sys.Fail(sys.Denied, "%s", account.LacksAccess(path, as))
	}
	if err != nil {
		return nil, err
	}
	// Below /proc/self an account would see this process, and reading some of its files removes their content.
	var system syscall.Statfs_t
	if syscall.Fstatfs(fd, &system) == nil && int64(system.Type) == procFileSystem {
		sys.Close(fd)
		return nil, sys.Fail(sys.Refused, "%s: %s made it lead into /proc", path, as.Describe())
	}
	stat, err := sys.Fstat(fd)
	if err != nil {
		sys.Close(fd)
		return nil, err
	}
	return &Reached{At: HeldPath(fd), Stat: stat, Rights: as, Controller: as, fd: fd}, nil
}

// HeldPath is a path through a descriptor to what it holds; renaming does not change where it leads.
func HeldPath(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

var canHold = sync.OnceValue(func() bool {
	_, err := sys.StatAt("/proc/self/fd")
	return err == nil
})

func notADirectory() error { return &sys.Error{Errno: syscall.ENOTDIR, Call: "open"} }
