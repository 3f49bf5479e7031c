package files

import (
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Below opens names below a root directory. Links never lead out of it, even if something is replaced meanwhile.
type Below struct {
	root string
	fd   int
}

// NewBelow opens a root directory, given by its real path.
func NewBelow(root string) (*Below, error) {
	fd, err := sys.Open(root, sys.PathOnly|sys.DirOnly)
	if err != nil {
		return nil, err
	}
	return &Below{root, fd}, nil
}

// Open opens a real path below the root, as the locator returns it. path is for messages.
func (b *Below) Open(real string, flags int) (int, error) {
	inside := strings.Trim(strings.TrimPrefix(real, b.root), "/")
	if inside == "" {
		inside = "."
	}
	fd, known, err := sys.Openat2(b.fd, inside, flags, sys.InRoot|sys.NoMagicLinks)
	if known {
		return fd, named(err, real)
	}
	return b.walk(real, inside, flags)
}

// A real path has no links. If one is there now, it has replaced something, and is not followed.
func (b *Below) walk(real, inside string, flags int) (int, error) {
	at := b.fd
	defer func() {
		if at != b.fd {
			sys.Close(at)
		}
	}()
	parts := PartsOf(inside)
	for index, part := range parts {
		isLast := index == len(parts)-1
		wanted := sys.PathOnly
		if isLast {
			wanted = flags
		}
		fd, err := sys.OpenAt(at, part, wanted|sys.NoFollow)
		if sys.Is(err, syscall.ELOOP) {
			return -1, b.ledOutside(real)
		}
		if err != nil {
			return -1, named(err, real)
		}
		if stat, err := sys.Fstat(fd); err != nil || stat.IsLink() {
			sys.Close(fd)
			return -1, b.ledOutside(real)
		}
		if at != b.fd {
			sys.Close(at)
		}
		if at = fd; isLast {
			at = b.fd
			return fd, nil
		}
	}
	return b.fd, nil
}

func (b *Below) ledOutside(path string) error {
	return sys.Fail(sys.Refused, path+": led outside the root "+b.root+" when it was opened")
}

func named(err error, path string) error {
	if failure, ok := err.(*sys.Error); ok {
		return &sys.Error{Errno: failure.Errno, Call: failure.Call, Path: path}
	}
	return err
}
