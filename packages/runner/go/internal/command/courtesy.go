package command

import (
	"strconv"
	"sync/atomic"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// courtesy is the precedence that other processes of the host get: a nice value, and a priority of input and output.
type courtesy struct {
	nice int
	io   uintptr
}

const (
	ioClassShift = 13
	ioBestEffort = 2
	ioIdle       = 3
	ofProcess    = 1
)

var (
	usual  = courtesy{10, ioBestEffort<<ioClassShift | 7}
	polite = courtesy{19, ioIdle << ioClassShift}
)

// groupNice is the nice value of the sessions of commands.
var groupNice atomic.Int32

// StandBack lowers the priority of this process and all that it starts; with isPolite, as far as
// possible. It never raises a priority.
func StandBack(isPolite bool) {
	wanted := usual
	if isPolite {
		wanted = polite
	}
	own := niceOfThread()
	if own < wanted.nice {
		own = wanted.nice
		syscall.AllThreadsSyscall(syscall.SYS_SETPRIORITY, syscall.PRIO_PROCESS, 0, uintptr(own))
	}
	groupNice.Store(int32(own))
	if before, _, errno := syscall.RawSyscall(syscall.SYS_IOPRIO_GET, ofProcess, 0, 0); errno == 0 && before>>ioClassShift != ioIdle {
		syscall.AllThreadsSyscall(syscall.SYS_IOPRIO_SET, ofProcess, 0, wanted.io)
	}
}

// niceOfThread returns the nice value of this thread, which all threads have unless somebody changed one.
func niceOfThread() int {
	// The kernel returns 20 minus the value, so that it is never negative.
	answer, _, errno := syscall.RawSyscall(syscall.SYS_GETPRIORITY, syscall.PRIO_PROCESS, 0, 0)
	if errno != 0 {
		return 0
	}
	return 20 - int(answer)
}

// standBack lowers the priority of the session of a new process. Where the kernel schedules sessions
// as groups, nice values count only among the processes of one session.
func standBack(pid int) {
	fd, err := sys.Open("/proc/"+strconv.Itoa(pid)+"/autogroup", syscall.O_WRONLY)
	if err != nil {
		return
	}
	syscall.Write(fd, []byte(strconv.Itoa(int(groupNice.Load()))))
	sys.Close(fd)
}
