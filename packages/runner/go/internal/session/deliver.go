package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// deliver returns the sink for content: frames, or a new file in the head's work directory, which is hashed.
func (r *request) deliver(to *target) (copying.Sink, error) {
	if to == nil {
		return r.content, nil
	}
	fd, err := openTarget(r.session.workFD, *to.file)
	if err != nil {
		return nil, err
	}
	r.mutex.Lock()
	r.opened, r.target, r.hash = true, fd, sha256.New()
	r.mutex.Unlock()
	return func(content []byte) error {
		r.hash.Write(content)
		if err := sys.Write(fd, content); err != nil {
			return targetError(err, *to.file)
		}
		return nil
	}, nil
}

func (r *request) wasOpened() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.opened
}

// delivered is called after the last content.
func (r *request) delivered() delivered {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.hash == nil {
		return delivered{}
	}
	return delivered{r.opened, hex.EncodeToString(r.hash.Sum(nil))}
}

func (r *request) release() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	sys.Close(r.target)
	r.target = -1
}

func targetError(err error, name string) error {
	failure := sys.ProblemOf(err, name)
	failure.Target = true
	return failure
}

// isPlain reports whether a relative path stays below its directory.
func isPlain(name string) bool {
	if strings.Contains(name, "\x00") {
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

const newFile = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | sys.NoFollow

func openTarget(work int, name string) (int, error) {
	fd, known, err := sys.Openat2(work, name, newFile, 0o600, sys.Beneath|sys.NoLinks|sys.NoMagicLinks)
	if !known {
		fd, err = openTargetByParts(work, strings.Split(name, "/"))
	}
	if err != nil {
		return -1, targetError(err, name)
	}
	return fd, nil
}

func openTargetByParts(work int, parts []string) (int, error) {
	at := work
	defer func() {
		if at != work {
			sys.Close(at)
		}
	}()
	for _, part := range parts[:len(parts)-1] {
		next, err := sys.OpenAt(at, part, sys.PathOnly|sys.DirOnly|sys.NoFollow, 0)
		if err != nil {
			return -1, err
		}
		if at != work {
			sys.Close(at)
		}
		at = next
	}
	return sys.OpenAt(at, parts[len(parts)-1], newFile, 0o600)
}
