package sys

import (
	"syscall"
)

// Stat has the facts about a file that the runner needs.
type Stat struct {
	Dev, Ino uint64
	Mode     uint32
	Uid, Gid uint32
	Links    uint64
	Size     int64
	// Allocated is the number of bytes in blocks. If it is less than the size, the file has holes or is compressed.
	Allocated     int64
	seconds, nano int64
}

func statOf(from *syscall.Stat_t) Stat {
	return Stat{
		Dev: uint64(from.Dev), Ino: from.Ino, Mode: from.Mode, Uid: from.Uid, Gid: from.Gid, Links: uint64(from.Nlink),
		Size: from.Size, Allocated: from.Blocks * 512, seconds: int64(from.Mtim.Sec), nano: int64(from.Mtim.Nsec),
	}
}

// Modified is the time of the last change in milliseconds, computed as Node does.
func (s Stat) Modified() float64 { return float64(s.seconds)*1e3 + float64(s.nano)/1e6 }

func (s Stat) is(kind uint32) bool { return s.Mode&syscall.S_IFMT == kind }

func (s Stat) IsFile() bool { return s.is(syscall.S_IFREG) }

func (s Stat) IsDir() bool { return s.is(syscall.S_IFDIR) }

func (s Stat) IsLink() bool { return s.is(syscall.S_IFLNK) }

// Kind is the word for the kind of a file in answers.
func (s Stat) Kind() string {
	switch s.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		return "file"
	case syscall.S_IFDIR:
		return "directory"
	case syscall.S_IFBLK:
		return "block"
	case syscall.S_IFCHR:
		return "character"
	case syscall.S_IFIFO:
		return "fifo"
	case syscall.S_IFSOCK:
		return "socket"
	}
	return "other"
}

var kindWords = map[string]string{
	"file": "a regular file", "directory": "a directory", "block": "a block device", "character": "a character device",
	"fifo": "a FIFO", "socket": "a socket", "other": "something else",
}

// NoRegularFile returns the reason for not reading something other than a regular file.
func NoRegularFile(kind string) string { return "is " + kindWords[kind] + ", not a regular file" }

// Lstat looks at a path without following a link at its end.
func Lstat(path string) (Stat, error) {
	var found syscall.Stat_t
	if err := again(func() error { return syscall.Lstat(path, &found) }); err != nil {
		return Stat{}, failed(err, "lstat", path)
	}
	return statOf(&found), nil
}

// StatAt looks at the target of a path.
func StatAt(path string) (Stat, error) {
	var found syscall.Stat_t
	if err := again(func() error { return syscall.Stat(path, &found) }); err != nil {
		return Stat{}, failed(err, "stat", path)
	}
	return statOf(&found), nil
}

// Fstat looks at what a descriptor holds.
func Fstat(fd int) (Stat, error) {
	var found syscall.Stat_t
	if err := again(func() error { return syscall.Fstat(fd, &found) }); err != nil {
		return Stat{}, failed(err, "fstat", "")
	}
	return statOf(&found), nil
}

const (
	seekData = 3
	seekHole = 4
)

// HoleEnd returns the end of a hole at a position of an open file; the position itself if there is
// data or the file system reports no holes. It moves the descriptor's position.
func HoleEnd(fd int, position int64) int64 {
	data, err := syscall.Seek(fd, position, seekData)
	if err == nil {
		return max(position, data)
	}
	if err != syscall.ENXIO {
		return position
	}
	// No data follows: the hole reaches to the current end of the file.
	stat, err := Fstat(fd)
	if err != nil {
		return position
	}
	return max(position, stat.Size)
}

// DataEnd returns the end of the data at a position of an open file; size if the file system does not
// report it. It moves the descriptor's position.
func DataEnd(fd int, position, size int64) int64 {
	hole, err := syscall.Seek(fd, position, seekHole)
	if err != nil {
		return size
	}
	return hole
}
