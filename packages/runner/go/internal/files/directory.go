package files

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Entry is a name in a directory and the kind of its file.
type Entry struct {
	Name   string
	IsDir  bool
	IsLink bool
}

const (
	maxNameBytes   = 16 * 1024 * 1024
	largeDirectory = 512 * 1024
	maxCached      = 100_000
	maxCachedBytes = 4 * 1024 * 1024
	askEvery       = 256
)

// Directories reads directories. Small ones are read only once, however many patterns search them.
type Directories struct {
	opener *Opener
	mutex  sync.Mutex
	known  map[string][]Entry
	names  int
	bytes  int
}

// NewDirectories makes a reader that keeps the names of all but large directories.
func NewDirectories(opener *Opener) *Directories {
	return &Directories{opener: opener, known: map[string][]Entry{}}
}

func (d *Directories) cached(path string) ([]Entry, bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	entries, ok := d.known[path]
	return entries, ok
}

func (d *Directories) keep(path string, entries []Entry) {
	size := len(path)
	for _, entry := range entries {
		size += len(entry.Name)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if _, ok := d.known[path]; ok || d.names+len(entries) > maxCached || d.bytes+size > maxCachedBytes {
		return
	}
	d.known[path] = entries
	d.names += len(entries)
	d.bytes += size
}

// Scan reports every wanted name in a directory, unordered. In a large directory, it calls enough from time to time.
func (d *Directories) Scan(path string, want func(name string) bool, found func(Entry), enough func() bool) error {
	entries, ok := d.cached(path)
	if !ok {
		isLarge := false
		err := d.opener.Directory(path, func(at string) error {
			stat, err := sys.StatAt(at)
			if err != nil {
				return err
			}
			if isLarge = stat.Size > largeDirectory; isLarge {
				return nil
			}
			return Each(at, func(entry Entry) error {
				entries = append(entries, entry)
				return nil
			})
		})
		if err != nil {
			return err
		}
		if isLarge {
			return d.scanLarge(path, want, found, enough)
		}
		d.keep(path, entries)
	}
	for _, entry := range entries {
		if want(entry.Name) {
			found(entry)
		}
	}
	return nil
}

var errEnough = sys.Fail(sys.Failed, "enough")

func (d *Directories) scanLarge(path string, want func(name string) bool, found func(Entry), enough func() bool) error {
	seen := 0
	err := d.opener.Directory(path, func(at string) error {
		return Each(at, func(entry Entry) error {
			if want(entry.Name) {
				found(entry)
			}
			if seen++; seen%askEvery == 0 && enough() {
				return errEnough
			}
			return nil
		})
	})
	if err == errEnough {
		return nil
	}
	if seen > 0 && err != nil {
		return sys.Fail(sys.Failed, path+": not all of its names could be read: "+err.Error())
	}
	return err
}

// Modified returns the modification times of names in a directory in milliseconds, without following
// links; nil for a name that is gone or must not be accessed.
func (d *Directories) Modified(path string, names []string, mayTouch func(name string) bool) ([]*float64, error) {
	times := make([]*float64, len(names))
	err := d.opener.Directory(path, func(at string) error {
		for index, name := range names {
			if !mayTouch(name) {
				continue
			}
			stat, err := sys.Lstat(at + "/" + name)
			if sys.Is(err, syscall.ENOENT) {
				continue
			}
			if err != nil {
				return err
			}
			time := stat.Modified()
			times[index] = &time
		}
		return nil
	})
	return times, err
}

// Names reports all names in a directory, unordered.
func (d *Directories) Names(path string, found func(name string) error) error {
	if entries, ok := d.cached(path); ok {
		for _, entry := range entries {
			if err := found(entry.Name); err != nil {
				return err
			}
		}
		return nil
	}
	size := 0
	return d.opener.Directory(path, func(at string) error {
		return Each(at, func(entry Entry) error {
			if size += len(entry.Name); size > maxNameBytes {
				return sys.Fail(sys.Failed, path+": its names have more than "+strconv.Itoa(maxNameBytes)+" bytes")
			}
			return found(entry.Name)
		})
	})
}

var listings = sync.Pool{New: func() any { return new([32 * 1024]byte) }}

// Each reports the entries of a directory one by one.
func Each(at string, found func(Entry) error) error {
	fd, err := sys.Open(at, syscall.O_RDONLY|sys.DirOnly|syscall.O_NONBLOCK)
	if err != nil {
		failure := err.(*sys.Error)
		return &sys.Error{Errno: failure.Errno, Call: "scandir", Path: at}
	}
	defer sys.Close(fd)
	buffer := listings.Get().(*[32 * 1024]byte)
	defer listings.Put(buffer)
	for {
		got, err := syscall.ReadDirent(fd, buffer[:])
		if err == syscall.EINTR {
			continue
		}
		if errno, ok := err.(syscall.Errno); ok {
			return &sys.Error{Errno: errno, Call: "scandir", Path: at}
		}
		if got <= 0 {
			return nil
		}
		if err := eachIn(at, buffer[:got], found); err != nil {
			return err
		}
	}
}

// The fields of an entry: inode and offset (8 bytes each), its length (2), the kind (1), the name.
func eachIn(at string, listing []byte, found func(Entry) error) error {
	for len(listing) > 19 {
		length := int(binary.NativeEndian.Uint16(listing[16:]))
		if length < 20 || length > len(listing) {
			return nil
		}
		kind, raw := listing[18], listing[19:length]
		listing = listing[length:]
		if end := bytes.IndexByte(raw, 0); end >= 0 {
			raw = raw[:end]
		}
		name := string(raw)
		if name == "." || name == ".." {
			continue
		}
		entry := Entry{name, kind == syscall.DT_DIR, kind == syscall.DT_LNK}
		if kind == syscall.DT_UNKNOWN {
			if stat, err := sys.Lstat(at + "/" + name); err == nil {
				entry.IsDir, entry.IsLink = stat.IsDir(), stat.IsLink()
			}
		}
		if err := found(entry); err != nil {
			return err
		}
	}
	return nil
}
