package files

import (
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Opener is the only way to open files below a root directory. It follows a path with no more rights than those who control it have.
type Opener struct {
	reach *Reacher
	below *Below
}

// NewOpener makes the opener of a root directory, given by its real path; `/` for the running machine.
func NewOpener(root string) (*Opener, error) {
	if root == "/" {
		return &Opener{reach: NewReacher(account.NewLookup())}, nil
	}
	below, err := NewBelow(root)
	return &Opener{below: below}, err
}

// File opens a regular file. Anything else is refused before it is opened. name describes a path for messages. accept gets the path
// without links before the file is opened, and may refuse it.
func (o *Opener) File(path string, by *account.Account, name string, accept func(real string) error) (int, error) {
	var fd int
	var err error
	if o.below != nil {
		fd, err = o.fileBelow(path, name, accept)
	} else {
		fd, err = o.fileHere(path, by, name, accept)
	}
	if sys.Is(err, syscall.ENOENT) {
		return -1, sys.Fail(sys.Absent, name+": no such file or directory")
	}
	return fd, err
}

// Anywhere accepts every file.
func Anywhere(string) error { return nil }

func (o *Opener) fileHere(path string, by *account.Account, name string, accept func(real string) error) (int, error) {
	found, err := o.reach.Reach(path, by)
	if err != nil {
		return -1, err
	}
	defer found.Release()
	if err := accept(whereIs(found.At)); err != nil {
		return -1, err
	}
	if err := requireRegular(found.Stat, name); err != nil {
		return -1, err
	}
	at := found.At
	if found.fd < 0 && canHold() {
		// Hold it first, so that nothing that replaces it now is opened.
		held, err := sys.Open(at, sys.PathOnly|sys.NoFollow)
		if err != nil {
			return -1, err
		}
		defer sys.Close(held)
		if err := checkRegular(held, name); err != nil {
			return -1, err
		}
		at = HeldPath(held)
	}
	fd := -1
	err = account.With(found.Rights, func() (err error) {
		fd, err = sys.Open(at, sys.ReadOnly)
		return
	})
	if found.Rights != nil && sys.Is(err, syscall.EACCES) {
		return -1, sys.Fail(sys.Denied, account.LacksAccess(name, found.Rights))
	}
	if err != nil {
		return -1, named(err, path)
	}
	return regular(fd, name)
}

func (o *Opener) fileBelow(path, name string, accept func(real string) error) (int, error) {
	if err := accept(path); err != nil {
		return -1, err
	}
	held, err := o.below.Open(path, sys.PathOnly)
	if err != nil {
		return -1, err
	}
	defer o.release(held)
	if err := checkRegular(held, name); err != nil {
		return -1, err
	}
	fd, err := sys.Open(HeldPath(held), sys.ReadOnly)
	if sys.Is(err, syscall.ENOENT) {
		// There is no /proc.
		fd, err = o.below.Open(path, sys.ReadOnly|sys.NoFollow)
	}
	if err != nil {
		return -1, named(err, path)
	}
	return regular(fd, name)
}

func (o *Opener) release(held int) {
	if held != o.below.fd {
		sys.Close(held)
	}
}

// Directory calls use with a path that always leads to this directory.
func (o *Opener) Directory(path string, use func(at string) error) error {
	if o.below == nil {
		found, err := o.reach.Reach(path, nil)
		if err != nil {
			return err
		}
		defer found.Release()
		return account.With(found.Rights, func() error { return use(found.At) })
	}
	held, err := o.below.Open(path, sys.PathOnly|sys.DirOnly)
	if err != nil {
		return err
	}
	defer o.release(held)
	if !canHold() {
		return use(path)
	}
	return use(HeldPath(held))
}

// RequireWithin refuses an open file outside a directory, which is given by its real path and as it was named.
func (o *Opener) RequireWithin(fd int, path, directory, name string) error {
	var bounds string
	err := o.Directory(directory, func(at string) error {
		bounds = whereIs(at)
		return nil
	})
	if err != nil {
		return err
	}
	// Without /proc, nothing shows where the file is.
	if !strings.HasPrefix(whereIs(HeldPath(fd)), bounds+"/") {
		return sys.Fail(sys.Refused, path+": leads to a file outside "+name)
	}
	return nil
}

// whereIs returns the path of an open file for the path of its descriptor, and any other path as it is.
func whereIs(at string) string {
	if strings.HasPrefix(at, "/proc/self/fd/") {
		if target, err := sys.Readlink(at); err == nil {
			return target
		}
	}
	return at
}

// Stat returns the facts about the target of a path, and the path without links.
func (o *Opener) Stat(path string) (stat sys.Stat, real string, err error) {
	if o.below == nil {
		found, err := o.reach.Reach(path, nil)
		if err != nil {
			return sys.Stat{}, "", err
		}
		defer found.Release()
		return found.Stat, whereIs(found.At), nil
	}
	held, err := o.below.Open(path, sys.PathOnly)
	if err != nil {
		return sys.Stat{}, "", err
	}
	defer o.release(held)
	stat, err = sys.Fstat(held)
	return stat, path, err
}

// Controller returns the account other than root that controls the target of a path.
func (o *Opener) Controller(path string) (*account.Account, error) {
	if o.below != nil {
		return nil, nil
	}
	found, err := o.reach.Reach(path, nil)
	if err != nil {
		return nil, err
	}
	defer found.Release()
	return found.Controller, nil
}

func requireRegular(stat sys.Stat, name string) error {
	if stat.IsFile() {
		return nil
	}
	return sys.Fail(sys.Refused, name+": "+sys.NoRegularFile(stat.Kind()))
}

func checkRegular(fd int, name string) error {
	stat, err := sys.Fstat(fd)
	if err != nil {
		return err
	}
	return requireRegular(stat, name)
}

func regular(fd int, name string) (int, error) {
	if err := checkRegular(fd, name); err != nil {
		sys.Close(fd)
		return -1, err
	}
	return fd, nil
}
