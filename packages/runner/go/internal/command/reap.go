package command

import (
	"encoding/binary"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// ended tells how a process ended.
type ended struct {
	status syscall.WaitStatus
	usage  syscall.Rusage
}

// reaper waits for all children: commands, and processes that they leave behind, which become children of the runner.
type reaper struct {
	mutex    sync.Mutex
	commands map[int]chan ended
	starting int
	// changed is closed and replaced after each start.
	changed chan struct{}
}

const (
	waitAnyone = 0
	waitExited = 4
	waitLeave  = 0x01000000
	// A start registers its process within this time, unless the start hangs.
	longestStart = time.Second
)

func newReaper() *reaper {
	r := &reaper{commands: map[int]chan ended{}, changed: make(chan struct{})}
	go r.run()
	return r
}

// start starts a process. Its end is sent to the channel.
func (r *reaper) start(start func() (pid int, err error)) (int, <-chan ended, error) {
	r.mutex.Lock()
	r.starting++
	r.mutex.Unlock()
	pid, err := start()
	over := make(chan ended, 1)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.starting--
	if err == nil {
		r.commands[pid] = over
	}
	close(r.changed)
	r.changed = make(chan struct{})
	return pid, over, err
}

func (r *reaper) run() {
	for {
		r.mutex.Lock()
		changed := r.changed
		r.mutex.Unlock()
		pid, errno := firstEnded()
		r.mutex.Lock()
		over, isCommand := r.commands[pid]
		starting := r.starting
		r.mutex.Unlock()
		switch {
		case errno == syscall.ECHILD:
			<-changed
		case errno != 0:
			time.Sleep(time.Millisecond)
		case isCommand:
			// Kills the rest of the command's group. The number cannot be reused before the process is waited for.
			syscall.Kill(-pid, syscall.SIGKILL)
			r.mutex.Lock()
			delete(r.commands, pid)
			r.mutex.Unlock()
			over <- wait(pid)
		case starting > 0:
			// It may be a command that ended before its number was registered.
			select {
			case <-changed:
			case <-time.After(longestStart):
				wait(pid)
			}
		default:
			wait(pid)
		}
	}
}

// firstEnded returns a child that has ended, without reaping it.
func firstEnded() (int, syscall.Errno) {
	var info [128]byte
	_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, waitAnyone, 0, uintptr(unsafe.Pointer(&info)), waitExited|waitLeave, 0, 0)
	return int(binary.NativeEndian.Uint32(info[16:])), errno
}

func wait(pid int) ended {
	var end ended
	for {
		if _, err := syscall.Wait4(pid, &end.status, syscall.WNOHANG, &end.usage); err != syscall.EINTR {
			return end
		}
	}
}
