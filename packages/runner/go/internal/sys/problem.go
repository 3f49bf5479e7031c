// Package sys has the runner's system calls. Errors have Node's words, because the archives of both hosts are compared.
package sys

import (
	"errors"
	"strconv"
	"syscall"
)

// Problem is one of the five reasons why a request cannot be answered.
type Problem string

const (
	Absent   Problem = "absent"
	Denied   Problem = "denied"
	Refused  Problem = "refused"
	TimedOut Problem = "timed out"
	Failed   Problem = "failed"
)

// HostError is a problem with its reason.
type HostError struct {
	Problem Problem
	Reason  string
	// Code is the system's code, such as ENOSPC, if the system reported the error.
	Code string
	// LeadsTo is the path without links of a file that is not where the request wants it.
	LeadsTo string
	// NotEntered is true if the path is on a mount that is not entered.
	NotEntered bool
}

func (e *HostError) Error() string { return e.Reason }

func Fail(problem Problem, reason string) *HostError {
	return &HostError{Problem: problem, Reason: reason}
}

// NotExecutable is what is said of a file that the kernel cannot execute.
const NotExecutable = "not a program that this machine can run"

// LinkLoop is the error for links that lead in a circle.
func LinkLoop(path string) *HostError {
	loop := Fail(Refused, path+": too many symbolic links")
	loop.Code = "ELOOP"
	return loop
}

// Error is the error of a system call.
type Error struct {
	Errno syscall.Errno
	// Call is Node's name of the call.
	Call string
	Path string
}

func (e *Error) Error() string {
	code, words := describe(e.Errno)
	text := code + ": " + words + ", " + e.Call
	if e.Path != "" {
		text += " '" + e.Path + "'"
	}
	return text
}

func describe(errno syscall.Errno) (code, words string) {
	if known, ok := codes[errno]; ok {
		return known[0], known[1]
	}
	return "Unknown system error -" + strconv.Itoa(int(errno)), "Unknown system error -" + strconv.Itoa(int(errno))
}

// Code returns the system's code of an error, such as ENOENT; empty if it has none.
func Code(err error) string {
	if known, ok := IsHost(err); ok {
		return known.Code
	}
	var failure *Error
	if errors.As(err, &failure) {
		code, _ := describe(failure.Errno)
		return code
	}
	return ""
}

// Is reports whether an error is this one of the system.
func Is(err error, errno syscall.Errno) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Errno == errno
}

// Words returns the system's words for an error.
func Words(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		_, words := describe(errno)
		return words
	}
	var failure *Error
	if errors.As(err, &failure) {
		_, words := describe(failure.Errno)
		return words
	}
	return err.Error()
}

// IsHost returns the HostError in an error, if there is one.
func IsHost(err error) (*HostError, bool) {
	var failure *HostError
	ok := errors.As(err, &failure)
	return failure, ok
}

var problems = map[syscall.Errno]struct {
	problem Problem
	words   string
}{
	syscall.ENOENT:       {Absent, "no such file or directory"},
	syscall.ENOTDIR:      {Absent, "a part of the path is not a directory"},
	syscall.ENXIO:        {Absent, "no such device or address"},
	syscall.ENODEV:       {Absent, "no such device"},
	syscall.EACCES:       {Denied, "permission denied"},
	syscall.EPERM:        {Denied, "operation not permitted"},
	syscall.ELOOP:        {Refused, "too many symbolic links"},
	syscall.ENAMETOOLONG: {Failed, "the name is too long"},
}

// ProblemOf converts an error to a HostError that names the path.
func ProblemOf(err error, path string) *HostError {
	if known, ok := IsHost(err); ok {
		return known
	}
	var failure *Error
	if errors.As(err, &failure) {
		code, _ := describe(failure.Errno)
		if known, ok := problems[failure.Errno]; ok {
			return &HostError{Problem: known.problem, Reason: path + ": " + known.words, Code: code}
		}
		return &HostError{Problem: Failed, Reason: path + ": " + failure.Error(), Code: code}
	}
	return Fail(Failed, path+": "+err.Error())
}

// The system's error codes and their words, as in Node.
var codes = map[syscall.Errno][2]string{
	syscall.E2BIG:           {"E2BIG", "argument list too long"},
	syscall.EACCES:          {"EACCES", "permission denied"},
	syscall.EADDRINUSE:      {"EADDRINUSE", "address already in use"},
	syscall.EADDRNOTAVAIL:   {"EADDRNOTAVAIL", "address not available"},
	syscall.EAFNOSUPPORT:    {"EAFNOSUPPORT", "address family not supported"},
	syscall.EAGAIN:          {"EAGAIN", "resource temporarily unavailable"},
	syscall.EALREADY:        {"EALREADY", "connection already in progress"},
	syscall.EBADF:           {"EBADF", "bad file descriptor"},
	syscall.EBUSY:           {"EBUSY", "resource busy or locked"},
	syscall.ECANCELED:       {"ECANCELED", "operation canceled"},
	syscall.ECONNABORTED:    {"ECONNABORTED", "software caused connection abort"},
	syscall.ECONNREFUSED:    {"ECONNREFUSED", "connection refused"},
	syscall.ECONNRESET:      {"ECONNRESET", "connection reset by peer"},
	syscall.EDESTADDRREQ:    {"EDESTADDRREQ", "destination address required"},
	syscall.EEXIST:          {"EEXIST", "file already exists"},
	syscall.EFAULT:          {"EFAULT", "bad address in system call argument"},
	syscall.EFBIG:           {"EFBIG", "file too large"},
	syscall.EHOSTUNREACH:    {"EHOSTUNREACH", "host is unreachable"},
	syscall.EINTR:           {"EINTR", "interrupted system call"},
	syscall.EINVAL:          {"EINVAL", "invalid argument"},
	syscall.EIO:             {"EIO", "i/o error"},
	syscall.EISCONN:         {"EISCONN", "socket is already connected"},
	syscall.EISDIR:          {"EISDIR", "illegal operation on a directory"},
	syscall.ELOOP:           {"ELOOP", "too many symbolic links encountered"},
	syscall.EMFILE:          {"EMFILE", "too many open files"},
	syscall.EMSGSIZE:        {"EMSGSIZE", "message too long"},
	syscall.ENAMETOOLONG:    {"ENAMETOOLONG", "name too long"},
	syscall.ENETDOWN:        {"ENETDOWN", "network is down"},
	syscall.ENETUNREACH:     {"ENETUNREACH", "network is unreachable"},
	syscall.ENFILE:          {"ENFILE", "file table overflow"},
	syscall.ENOBUFS:         {"ENOBUFS", "no buffer space available"},
	syscall.ENODEV:          {"ENODEV", "no such device"},
	syscall.ENOENT:          {"ENOENT", "no such file or directory"},
	syscall.ENOMEM:          {"ENOMEM", "not enough memory"},
	syscall.ENOPROTOOPT:     {"ENOPROTOOPT", "protocol not available"},
	syscall.ENOSPC:          {"ENOSPC", "no space left on device"},
	syscall.ENOSYS:          {"ENOSYS", "function not implemented"},
	syscall.ENOTCONN:        {"ENOTCONN", "socket is not connected"},
	syscall.ENOTDIR:         {"ENOTDIR", "not a directory"},
	syscall.ENOTEMPTY:       {"ENOTEMPTY", "directory not empty"},
	syscall.ENOTSOCK:        {"ENOTSOCK", "socket operation on non-socket"},
	syscall.ENOTSUP:         {"ENOTSUP", "operation not supported on socket"},
	syscall.EOVERFLOW:       {"EOVERFLOW", "value too large for defined data type"},
	syscall.EPERM:           {"EPERM", "operation not permitted"},
	syscall.EPIPE:           {"EPIPE", "broken pipe"},
	syscall.EPROTO:          {"EPROTO", "protocol error"},
	syscall.EPROTONOSUPPORT: {"EPROTONOSUPPORT", "protocol not supported"},
	syscall.EPROTOTYPE:      {"EPROTOTYPE", "protocol wrong type for socket"},
	syscall.ERANGE:          {"ERANGE", "result too large"},
	syscall.EROFS:           {"EROFS", "read-only file system"},
	syscall.ESPIPE:          {"ESPIPE", "invalid seek"},
	syscall.ESRCH:           {"ESRCH", "no such process"},
	syscall.ETIMEDOUT:       {"ETIMEDOUT", "connection timed out"},
	syscall.ETXTBSY:         {"ETXTBSY", "text file is busy"},
	syscall.EXDEV:           {"EXDEV", "cross-device link not permitted"},
	syscall.ENXIO:           {"ENXIO", "no such device or address"},
	syscall.EMLINK:          {"EMLINK", "too many links"},
	syscall.ENOTTY:          {"ENOTTY", "inappropriate ioctl for device"},
	syscall.EILSEQ:          {"EILSEQ", "illegal byte sequence"},
	syscall.ENODATA:         {"ENODATA", "no data available"},
	syscall.EDQUOT:          {"EDQUOT", "Unknown system error -122"},
}
