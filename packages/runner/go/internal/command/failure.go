package command

import (
	"syscall"

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
	exhausted = err == syscall.EAGAIN || err == syscall.EMFILE || err == syscall.ENFILE || err == syscall.ENOMEM
	return result, exhausted
}
