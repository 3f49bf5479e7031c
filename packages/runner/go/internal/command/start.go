package command

import (
	"runtime"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
)

const (
	prSetChildSubreaper = 36
	prSetNoNewPrivs     = 38
	mostInherited       = 1024
)

// Prepare makes this process the parent of everything that commands leave behind, and lets no command inherit a
// descriptor that this process inherited.
func Prepare() {
	for fd := range mostInherited {
		syscall.CloseOnExec(fd)
	}
	syscall.RawSyscall6(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0, 0, 0, 0)
}

// starter starts processes in a thread of its own that lives as long as the runner, so that the kernel ends its children
// with it. The thread for other accounts gives up for ever what programs with capabilities or the set-user-id bit would gain.
type starter struct{ tasks chan func() }

func newStarter(restricted bool) *starter {
	s := &starter{make(chan func())}
	go func() {
		runtime.LockOSThread()
		if restricted {
			syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
		}
		for task := range s.tasks {
			task()
		}
	}()
	return s
}

// process is what to start.
type newProcess struct {
	file  string
	argv  []string
	env   []string
	files [3]uintptr
	as    *account.Account
}

func (s *starter) start(p newProcess) (pid int, err error) {
	attributes := &syscall.ProcAttr{
		Dir:   "/",
		Env:   p.env,
		Files: p.files[:],
		Sys:   &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	}
	if p.as != nil {
		attributes.Sys.Credential = &syscall.Credential{Uid: p.as.Uid, Gid: p.as.Gid, Groups: p.as.Groups}
	}
	done := make(chan struct{})
	s.tasks <- func() {
		pid, err = syscall.ForkExec(p.file, p.argv, attributes)
		close(done)
	}
	<-done
	return pid, err
}
