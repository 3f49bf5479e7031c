package command

import (
	"strconv"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/workers"
)

// Result tells how a command ended.
type Result struct {
	RC      *int
	Signal  string
	Problem sys.Problem
	Reason  string
	// Program is the path of the program if it is not the one in the command.
	Program string
	// Cut is set if the output was cut at the byte limit.
	Cut   string
	Bytes int64
	// Milliseconds.
	Wall float64
	CPU  float64
	// Bytes.
	Memory int64
}

const (
	graceAfterTerm = 500 * time.Millisecond
	graceAfterKill = 400 * time.Millisecond
	// After this, everything that the command wrote before its end is in the pipe.
	graceAfterExit = 100 * time.Millisecond
	// After this, a process is killed if it still holds the output of an ended command.
	sweepAfter    = 250 * time.Millisecond
	startAttempts = 6
	startPause    = 150 * time.Millisecond
)

// execution is a command ready to start.
type execution struct {
	launch.Program
	// fd is the opened program, or -1.
	fd int
	// byRunner is true if the process could be stopped before it has executed its program, by an account
	// or by a file system that does not answer.
	byRunner bool
	stdin    []byte
	timeout  float64
	signal   syscall.Signal
	maxBytes int64
	// ended is closed when the command must end early.
	ended  <-chan struct{}
	reason func() string
}

func (r *Runner) execute(e *execution, to copying.Sink) (Result, error) {
	for attempt := 1; ; attempt++ {
		result, exhausted, err := r.executeOnce(e, to)
		if !exhausted || attempt == startAttempts || e.reason() != "" {
			return result, err
		}
		time.Sleep(startPause)
	}
}

func (r *Runner) executeOnce(e *execution, to copying.Sink) (result Result, exhausted bool, err error) {
	limit := time.NewTimer(time.Duration(e.timeout * float64(time.Second)))
	defer limit.Stop()
	fds, failure := openAll(e, to)
	if failure != nil {
		result, exhausted = startFailure(e.Path, failure)
		return result, exhausted, nil
	}
	defer fds.out.file.Close()
	defer sys.Close(fds.report)
	program := e.Program
	if e.fd >= 0 {
		program.Path = ""
	}
	started := time.Now()
	pid, over, failure := r.reaper.start(func() (int, error) {
		pid, err := r.starter.start(newProcess{program, fds.given, e.byRunner})
		if err == nil {
			// The number of the process cannot be reused before this function returns.
			standBack(pid)
		}
		return pid, err
	})
	fds.closeGiven()
	if failure != nil {
		fds.closeInput()
		if e.byRunner {
			result, exhausted = notLaunched(e, failure)
		} else {
			result, exhausted = startFailure(e.Path, failure)
		}
		return result, exhausted, nil
	}
	r.setRunning(pid, true)
	defer r.setRunning(pid, false)
	if fds.input != nil {
		defer fds.input.Close()
		go func() {
			fds.input.Write(e.stdin)
			fds.input.Close()
		}()
	}
	workers.Do(fds.out.read)
	result, err = r.await(e, pid, over, fds.out, limit.C, started)
	if report := launch.ReadReport(fds.report); report != nil && result.Problem == "" {
		result, exhausted = reported(e, report)
	}
	return result, exhausted, err
}

// await waits for the end of a command, and ends it if necessary.
func (r *Runner) await(e *execution, pid int, over <-chan ended, out *output, limit <-chan time.Time, started time.Time) (Result, error) {
	var result Result
	var next <-chan time.Time
	var last syscall.Signal
	kill := func(signal syscall.Signal) {
		last = signal
		syscall.Kill(-pid, signal)
		grace := graceAfterKill
		if signal == syscall.SIGTERM {
			grace = graceAfterTerm
		}
		next = time.After(grace)
	}
	end := func(problem sys.Problem, reason string) {
		if result.Problem == "" {
			result.Problem, result.Reason = problem, reason
			kill(e.signal)
		}
	}
	exceeded, stopped := (<-chan struct{})(out.over), e.ended
	endedForSize := false
	for {
		select {
		case exit := <-over:
			result.Wall = milliseconds(time.Since(started))
			out.finish()
			return r.complete(e, result, exit, out, endedForSize)
		case <-limit:
			end(sys.TimedOut, "took longer than "+copying.Seconds(e.timeout)+" s")
		case <-stopped:
			stopped = nil
			end(sys.Failed, "ended: "+e.reason())
		case <-exceeded:
			exceeded = nil
			endedForSize = true
			kill(e.signal)
		case <-next:
			if last == syscall.SIGTERM {
				kill(syscall.SIGKILL)
				continue
			}
			return r.abandon(e, result, out), nil
		}
	}
}

// abandon leaves a command alone that waits in the kernel and cannot be killed.
func (r *Runner) abandon(e *execution, result Result, out *output) Result {
	out.closing.Store(true)
	out.file.SetReadDeadline(time.Unix(1, 0))
	<-out.done
	why := result.Reason
	if why == "" && out.cut.Load() {
		why = cutAt(e)
	}
	if why == "" {
		why = "ended"
	}
	return Result{
		Problem: sys.TimedOut, Reason: why + ", and could not be killed: left behind",
		Bytes: out.bytes,
	}
}

func cutAt(e *execution) string {
	return "output cut at " + strconv.FormatInt(e.maxBytes, 10) + " bytes"
}

func (r *Runner) complete(e *execution, result Result, exit ended, out *output, endedForSize bool) (Result, error) {
	if out.isHeld {
		if pipe := out.pipe(); pipe != "" {
			time.AfterFunc(sweepAfter, func() { r.leftovers.EndHolders(pipe) })
		}
	}
	result.Bytes = out.bytes
	result.CPU = float64(exit.usage.Utime.Nano()+exit.usage.Stime.Nano()) / 1e6
	result.Memory = int64(exit.usage.Maxrss) * 1024
	if exit.status.Signaled() {
		result.Signal = signalName(exit.status.Signal())
	}
	if out.failure != nil && result.Problem == "" {
		return result, out.failure
	}
	switch {
	case result.Problem != "":
	case out.cut.Load():
		rc := 0
		if !endedForSize && exit.status.Exited() {
			rc = exit.status.ExitStatus()
		}
		result.RC, result.Cut = &rc, cutAt(e)
	case exit.status.Exited():
		rc := exit.status.ExitStatus()
		result.RC = &rc
	default:
		result.Problem, result.Reason = sys.Failed, "ended by "+result.Signal
	}
	return result, nil
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration.Microseconds()) / 1000
}

var signalNames = map[syscall.Signal]string{
	syscall.SIGHUP: "SIGHUP", syscall.SIGINT: "SIGINT", syscall.SIGQUIT: "SIGQUIT", syscall.SIGILL: "SIGILL",
	syscall.SIGTRAP: "SIGTRAP", syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE",
	syscall.SIGKILL: "SIGKILL", syscall.SIGUSR1: "SIGUSR1", syscall.SIGSEGV: "SIGSEGV", syscall.SIGUSR2: "SIGUSR2",
	syscall.SIGPIPE: "SIGPIPE", syscall.SIGALRM: "SIGALRM", syscall.SIGTERM: "SIGTERM", syscall.SIGSTKFLT: "SIGSTKFLT",
	syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ", syscall.SIGVTALRM: "SIGVTALRM", syscall.SIGPROF: "SIGPROF",
	syscall.SIGIO: "SIGIO", syscall.SIGPWR: "SIGPWR", syscall.SIGSYS: "SIGSYS",
}

// signalName returns Node's name for a signal that ended a process.
func signalName(signal syscall.Signal) string {
	if name, ok := signalNames[signal]; ok {
		return name
	}
	return "signal " + strconv.Itoa(int(signal))
}
