package files

import (
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func (r *Reacher) beyond(w *way, directory string, names []string) (*Reached, error) {
	found, back, err := r.beyondRoots(w.path, directory, names)
	if err != nil || found != nil {
		return found, err
	}
	w.at, w.rest = back.directory, back.rest
	w.shared = r.is(r.shared, w.at)
	return nil, w.follow(back.target)
}

// backToRoots is a link, or `..`, that leads back to a place that only root controls, or to one that
// root made and nobody else can replace.
type backToRoots struct {
	directory, target string
	rest              []string
}

// beyondRoots continues from the first directory that others control, name by name. It holds each by a
// descriptor, so that exactly the checked files are used.
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
	fd, err := sys.Open(directory, sys.PathOnly|sys.DirOnly|sys.NoFollow)
	if err != nil {
		return nil, nil, err
	}
	defer func() { sys.Close(fd) }()
	// It may have been replaced since it was looked at.
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
		child, err := sys.OpenAt(fd, part, sys.PathOnly|sys.NoFollow)
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

// reachedByPath is for a machine without /proc, where nothing can be reached through a descriptor:
// from here on, only the account's rights apply.
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

// reachedAs reaches the end of a path with the rights of an account. The kernel follows links as it would for the account.
func reachedAs(as *account.Account, path, way string) (*Reached, error) {
	if !canHold() {
		return reachedByPath(path, as)
	}
	fd := -1
	err := account.With(as, func() (err error) {
		fd, err = sys.Open(way, sys.PathOnly)
		return
	})
	if sys.Is(err, syscall.EACCES) {
		return nil, sys.Fail(sys.Denied, account.LacksAccess(path, as))
	}
	if err != nil {
		return nil, err
	}
	// Below /proc/self, an account would see this process, and reading some of its files removes their content.
	var system syscall.Statfs_t
	if syscall.Fstatfs(fd, &system) == nil && int64(system.Type) == procFileSystem {
		sys.Close(fd)
		return nil, sys.Fail(sys.Refused, path+": "+as.Describe()+" made it lead into /proc")
	}
	stat, err := sys.Fstat(fd)
	if err != nil {
		sys.Close(fd)
		return nil, err
	}
	return &Reached{At: HeldPath(fd), Stat: stat, Rights: as, Controller: as, fd: fd}, nil
}
