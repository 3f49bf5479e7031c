package command

import (
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func startFailure(name string, err error) (result Result, exhausted bool) {
	result.Problem = sys.Failed
	switch err {
	case syscall.ENOENT:
		result.Problem, result.Reason = sys.Absent, "command not found: "+name
	case syscall.EACCES:
		result.Problem, result.Reason = sys.Denied, "no permission to run "+name
	case syscall.E2BIG:
		result.Reason = name + ": the arguments are too long"
	default:
		code := err.Error()
		if errno, ok := err.(syscall.Errno); ok {
			code = sys.Code(&sys.Error{Errno: errno})
		}
		result.Reason = name + ": spawn " + name + " " + code
	}
	return result, isExhausted(err)
}

// isExhausted reports whether the system has no process or descriptor left.
func isExhausted(err error) bool {
	return err == syscall.EAGAIN || err == syscall.EMFILE || err == syscall.ENFILE || err == syscall.ENOMEM
}

// notLaunched is the failure of the runner to execute itself again.
func notLaunched(e *execution, err error) (result Result, exhausted bool) {
	if isExhausted(err) || err == syscall.E2BIG {
		return startFailure(e.Path, err)
	}
	return failed(sys.Fail(sys.Failed, e.Path+": the runner cannot execute itself again, as it has to for this program: "+err.Error())), false
}

// reported is the failure of a process of the runner to execute a program.
func reported(e *execution, report *launch.Report) (result Result, exhausted bool) {
	if !report.Rights {
		return startFailure(e.Path, report.Errno)
	}
	reason := account.LacksRights(e.As, report.Errno)
	return failed(sys.Fail(sys.Refused, reason)), isExhausted(report.Errno)
}
