package sys

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// PathOnly holds a file or directory without opening it. ReadOnly never waits for a writer and never makes a terminal the controlling one.
const (
	PathOnly = 0o10000000 | syscall.O_CLOEXEC
	ReadOnly = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC
	NoFollow = syscall.O_NOFOLLOW
	DirOnly  = syscall.O_DIRECTORY
)

func failed(err error, call, path string) error {
	errno, ok := err.(syscall.Errno)
	if !ok {
		errno = syscall.EINVAL
	}
	return &Error{errno, call, path}
}

func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

// Open opens a path. Commands do not inherit the descriptor.
func Open(path string, flags int) (fd int, err error) {
	err = again(func() (err error) {
		fd, err = syscall.Open(path, flags|syscall.O_CLOEXEC, 0)
		return
	})
	if err != nil {
		return -1, failed(err, "open", path)
	}
	return fd, nil
}

// OpenAt opens a path relative to a directory.
func OpenAt(directory int, path string, flags int) (fd int, err error) {
	err = again(func() (err error) {
		fd, err = syscall.Openat(directory, path, flags|syscall.O_CLOEXEC, 0)
		return
	})
	if err != nil {
		return -1, failed(err, "open", path)
	}
	return fd, nil
}

// How openat2 resolves a path.
const (
	NoMagicLinks = 0x02
	InRoot       = 0x10
	sysOpenat2   = 437
)

type openHow struct{ flags, mode, resolve uint64 }

// WithoutOpenat2 is true once the kernel has shown that it lacks or forbids openat2. Tests set it.
var WithoutOpenat2 atomic.Bool

// Openat2 opens a path within bounds. known is false if the kernel does not allow the call.
func Openat2(directory int, path string, flags int, resolve uint64) (fd int, known bool, err error) {
	if WithoutOpenat2.Load() {
		return -1, false, nil
	}
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return -1, true, &Error{syscall.EINVAL, "open", path}
	}
	how := openHow{flags: uint64(flags | syscall.O_CLOEXEC), resolve: resolve}
	for try := 0; ; try++ {
		got, _, errno := syscall.Syscall6(sysOpenat2, uintptr(directory), uintptr(unsafe.Pointer(name)),
			uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
		switch {
		case errno == 0:
			return int(got), true, nil
		case errno == syscall.EINTR, errno == syscall.EAGAIN && try < 32:
			continue
		case errno == syscall.ENOSYS, errno == syscall.EPERM && !works():
			WithoutOpenat2.Store(true)
			return -1, false, nil
		}
		return -1, true, &Error{errno, "open", path}
	}
}

// A filter of system calls returns EPERM for unknown calls.
func works() bool {
	how := openHow{flags: PathOnly}
	name := [2]byte{'/', 0}
	fd, _, errno := syscall.Syscall6(sysOpenat2, ^uintptr(99), uintptr(unsafe.Pointer(&name)),
		uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
	if errno == 0 {
		Close(int(fd))
	}
	return errno == 0
}

// memfdCreate has the number of memfd_create for each processor that runners are built for.
var memfdCreate = map[string]uintptr{"amd64": 319, "arm64": 279, "ppc64le": 360, "s390x": 350}

// MemoryFile creates a file that is only in memory. It returns -1 if that is not possible.
func MemoryFile(name string, size int64) int {
	call, known := memfdCreate[runtime.GOARCH]
	text, err := syscall.BytePtrFromString(name)
	if !known || err != nil {
		return -1
	}
	const closeOnExec = 1
	fd, _, errno := syscall.Syscall(call, uintptr(unsafe.Pointer(text)), closeOnExec, 0)
	if errno != 0 {
		return -1
	}
	if syscall.Ftruncate(int(fd), size) != nil {
		Close(int(fd))
		return -1
	}
	return int(fd)
}

// Close closes a descriptor unless it is negative.
func Close(fd int) {
	if fd >= 0 {
		syscall.Close(fd)
	}
}

func Readlink(path string) (string, error) {
	for size := 256; ; size *= 4 {
		buffer := make([]byte, size)
		var got int
		err := again(func() (err error) {
			got, err = syscall.Readlink(path, buffer)
			return
		})
		if err != nil {
			return "", failed(err, "readlink", path)
		}
		if got < size {
			return string(buffer[:got]), nil
		}
	}
}

// Read reads on from the descriptor's position.
func Read(fd int, buffer []byte) (got int, err error) {
	err = again(func() (err error) {
		got, err = syscall.Read(fd, buffer)
		return
	})
	if err != nil {
		return 0, failed(err, "read", "")
	}
	return got, nil
}

// ReadAt reads at a position.
func ReadAt(fd int, buffer []byte, position int64) (got int, err error) {
	err = again(func() (err error) {
		got, err = syscall.Pread(fd, buffer, position)
		return
	})
	if err != nil {
		return 0, failed(err, "read", "")
	}
	return got, nil
}

// ReadSmall reads at most `most` bytes of a small file at once, such as one in /proc.
func ReadSmall(path string, most int) ([]byte, error) {
	fd, err := Open(path, ReadOnly)
	if err != nil {
		return nil, err
	}
	defer Close(fd)
	var content []byte
	buffer := make([]byte, 4096)
	for len(content) < most {
		got, err := Read(fd, buffer)
		if err != nil {
			return nil, err
		}
		if got == 0 {
			break
		}
		content = append(content, buffer[:got]...)
	}
	if len(content) > most {
		content = content[:most]
	}
	return content, nil
}
