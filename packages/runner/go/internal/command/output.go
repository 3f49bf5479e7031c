package command

import (
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// output reads the output of a command. Both streams share one pipe, so their order is kept and the limit is exact.
type output struct {
	file *os.File
	// fd is that of file.
	fd       int
	to       copying.Sink
	maxBytes int64
	bytes    int64
	// over is closed once the limit is exceeded or the sink fails.
	over chan struct{}
	done chan struct{}
	cut  atomic.Bool
	// Set before done is closed.
	failure error
	isHeld  bool
	closing atomic.Bool
}

// newOutput makes the pipe. The other end is the command's descriptor.
func newOutput(to copying.Sink, maxBytes int64) (*output, int, error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, -1, err
	}
	syscall.SetNonblock(ends[0], true)
	return &output{
		file: os.NewFile(uintptr(ends[0]), "output"), fd: ends[0], to: to, maxBytes: maxBytes,
		over: make(chan struct{}), done: make(chan struct{}),
	}, ends[1], nil
}

// pipe returns the pipe as /proc names it; empty without /proc. Call it before file is closed.
func (o *output) pipe() string {
	name, _ := sys.Readlink(files.HeldPath(o.fd))
	return name
}

// The largest pipe that a process without privileges can ask for.
const maxPipe = 1024 * 1024

func (o *output) read() {
	defer close(o.done)
	o.failure = copying.WithBuffer(func(buffer []byte) error {
		for {
			got, err := o.file.Read(buffer)
			if got > 0 {
				if isOver, err := o.take(buffer[:got]); isOver || err != nil {
					close(o.over)
					return err
				}
			}
			if err != nil && !o.closing.Load() {
				return nil
			}
			if err != nil {
				return o.drain(buffer)
			}
		}
	})
}

func (o *output) take(content []byte) (isOver bool, err error) {
	if room := o.maxBytes - o.bytes; int64(len(content)) > room {
		content, isOver = content[:room], true
		o.cut.Store(true)
	}
	if len(content) == 0 {
		return isOver, nil
	}
	o.bytes += int64(len(content))
	return isOver, o.to(content)
}

// drain reads what is left in the pipe, which the command wrote before it ended. Later writes come from other processes.
func (o *output) drain(buffer []byte) error {
	o.file.SetReadDeadline(time.Time{})
	connection, err := o.file.SyscallConn()
	if err != nil {
		return nil
	}
	for taken := 0; taken < maxPipe; {
		got := 0
		connection.Read(func(fd uintptr) bool {
			got, err = syscall.Read(int(fd), buffer)
			return true
		})
		if err == syscall.EINTR {
			continue
		}
		if got == 0 && err == nil {
			return nil
		}
		if got <= 0 {
			break
		}
		taken += got
		if isOver, err := o.take(buffer[:got]); isOver || err != nil {
			close(o.over)
			return err
		}
	}
	o.isHeld = true
	return nil
}

// finish ends reading after the end of the command.
func (o *output) finish() {
	select {
	case <-o.done:
		return
	case <-time.After(graceAfterExit):
	}
	o.closing.Store(true)
	o.file.SetReadDeadline(time.Unix(1, 0))
	<-o.done
}
