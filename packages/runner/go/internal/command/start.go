package command

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const (
	prSetChildSubreaper = 36
	mostInherited       = 1024
	maxPassed           = 4
)

// Prepare makes this process the parent of everything that commands leave behind, withholds its own
// descriptors and capabilities from commands, and lowers its priority.
func Prepare() {
	for fd := range mostInherited {
		syscall.CloseOnExec(fd)
	}
	waitLazily()
	launch.DropInheritable()
	StandBack(false)
	syscall.RawSyscall6(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0, 0, 0, 0)
}

// starter starts processes in a thread that lives as long as the runner, so that the kernel kills its children with the runner.
// The thread has its own table of descriptors, so no other open file is copied into a command, where closing it could hang, as on
// a FUSE file system whose server does not answer.
type starter struct {
	mutex sync.Mutex
	tasks chan func()
	// Descriptors are sent through this socket into the thread's own table.
	send, receive int
	// null is empty input for commands, in the thread's table; negative if this system has no such device.
	null int
	// isShared is true if the kernel refuses the thread a table of its own.
	isShared bool
}

func newStarter() *starter {
	s := &starter{tasks: make(chan func())}
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET|syscall.SOCK_CLOEXEC, 0)
	s.isShared = err != nil
	s.send, s.receive = ends[0], ends[1]
	ready := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		waitAsCommands()
		s.isShared = s.isShared || !s.takeOwnTable()
		if s.isShared {
			s.openNull()
		}
		close(ready)
		for task := range s.tasks {
			task()
		}
	}()
	<-ready
	if !s.isShared {
		syscall.Close(s.receive)
	}
	return s
}

// takeOwnTable gives this thread a table with only the socket, what Go itself needs, and something in the first three places.
func (s *starter) takeOwnTable() bool {
	kept := ofRuntime()
	if len(kept) == 0 {
		return false
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_UNSHARE, syscall.CLONE_FILES, 0, 0); errno != 0 {
		return false
	}
	for fd := range mostInherited {
		if fd != s.receive && !kept[fd] {
			syscall.Close(fd)
		}
	}
	for range 3 {
		s.openNull()
	}
	return true
}

func (s *starter) openNull() {
	s.null, _ = syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
}

// ofRuntime finds the descriptors that wake Go's threads. Go uses their numbers in every thread, and
// ends the process if that fails. Without /proc, it finds none.
func ofRuntime() map[int]bool {
	kept := map[int]bool{}
	// Go opens them when it first waits for a file.
	if reader, writer, err := os.Pipe(); err == nil {
		reader.Close()
		writer.Close()
	}
	var pipes []int
	hasPoll, hasEvent := false, false
	for fd := 3; fd < mostInherited; fd++ {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0); errno != 0 {
			continue
		}
		name, err := sys.Readlink("/proc/thread-self/fd/" + strconv.Itoa(fd))
		if err != nil {
			continue
		}
		switch {
		case name == "anon_inode:[eventpoll]":
			hasPoll, kept[fd] = true, true
		case name == "anon_inode:[eventfd]":
			hasEvent, kept[fd] = true, true
		case strings.HasPrefix(name, "pipe:"):
			pipes = append(pipes, fd)
		}
	}
	// Older releases of Go use a pipe in place of the event.
	for _, fd := range pipes {
		if !hasEvent {
			kept[fd] = true
		}
	}
	if !hasPoll {
		return nil
	}
	return kept
}

// newProcess describes a process to start.
type newProcess struct {
	launch.Program
	// files are its input (negative if it is empty), its output, which is also that of errors, and its descriptors from 3 on.
	files []int
	// byRunner is true if a process of the runner executes the program.
	byRunner bool
}

func (s *starter) start(p newProcess) (pid int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	sent := p.files
	isEmpty := sent[0] < 0
	if isEmpty {
		sent = sent[1:]
	}
	if isEmpty && s.null < 0 {
		return -1, syscall.ENODEV
	}
	if !s.isShared {
		if err := syscall.Sendmsg(s.send, []byte{0}, syscall.UnixRights(sent...), nil, syscall.MSG_NOSIGNAL); err != nil {
			return -1, err
		}
	}
	done := make(chan struct{})
	s.tasks <- func() {
		defer close(done)
		own := sent
		if !s.isShared {
			if own, err = s.received(len(sent)); err != nil {
				return
			}
			defer func() {
				for _, fd := range own {
					syscall.Close(fd)
				}
			}()
		}
		if isEmpty {
			pid, err = forkExec(p, s.null, own)
		} else {
			pid, err = forkExec(p, own[0], own[1:])
		}
	}
	<-done
	return pid, err
}

func (s *starter) received(count int) ([]int, error) {
	space := make([]byte, syscall.CmsgSpace(4*maxPassed))
	_, length, _, _, err := syscall.Recvmsg(s.receive, make([]byte, 1), space, syscall.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil, err
	}
	messages, err := syscall.ParseSocketControlMessage(space[:length])
	if err != nil || len(messages) == 0 {
		return nil, syscall.EMFILE
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != count {
		for _, fd := range fds {
			syscall.Close(fd)
		}
		return nil, syscall.EMFILE
	}
	return fds, nil
}

func forkExec(p newProcess, input int, others []int) (int, error) {
	attributes := &syscall.ProcAttr{
		Dir: "/", Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}, Files: []uintptr{uintptr(input), uintptr(others[0])},
	}
	for _, fd := range others {
		attributes.Files = append(attributes.Files, uintptr(fd))
	}
	if p.byRunner {
		// Variables for a program in Go must not change the runner.
		attributes.Env = []string{}
		return syscall.ForkExec(launch.Self(os.Args[0]), p.Words(os.Getpid()), attributes)
	}
	attributes.Env = p.Env
	return syscall.ForkExec(p.Path, p.Argv, attributes)
}

func startFailure(name string, err error) (result Result, exhausted bool) {
	result.Problem = sys.Failed
	switch err {
	case syscall.ENOENT:
		result.Problem, result.Reason = sys.Absent, "command not found: "+name
	case syscall.EACCES:
		result.Problem, result.Reason = sys.Denied, "no permission to run "+name
	case syscall.ENOEXEC:
		result.Reason = name + ": " + sys.NotExecutable
	case syscall.E2BIG:
		result.Reason = name + ": the arguments are too long"
	default:
		result.Reason = name + ": " + sys.Words(err)
	}
	return result, isExhausted(err)
}

// isExhausted reports whether an error means that the system has no process or descriptor left.
func isExhausted(err error) bool {
	return err == syscall.EAGAIN || err == syscall.EMFILE || err == syscall.ENFILE || err == syscall.ENOMEM
}

// notLaunched is the result when the runner cannot execute itself again.
func notLaunched(e *execution, err error) (result Result, exhausted bool) {
	if isExhausted(err) || err == syscall.E2BIG {
		return startFailure(e.Path, err)
	}
	return failed(sys.Fail(sys.Failed, e.Path+": the runner cannot execute itself again, as it has to for this program: "+err.Error())), false
}

// reported is the result when a process of the runner could not execute a program.
func reported(e *execution, report *launch.Report) (result Result, exhausted bool) {
	if !report.Rights {
		return startFailure(e.Path, report.Errno)
	}
	reason := account.LacksRights(e.As, report.Errno)
	return failed(sys.Fail(sys.Refused, reason)), isExhausted(report.Errno)
}
