// Package sys has the system calls of the runner, with errors worded as Node words them: the archives of both hosts are compared.
package sys

import (
	"errors"
	"strconv"
	"syscall"
)

// Problem is one of the five reasons why a request cannot be answered.
type Problem string

// The problems of a HostError.
const (
	Absent   Problem = "absent"
	Denied   Problem = "denied"
	Refused  Problem = "refused"
	TimedOut Problem = "timed out"
	Failed   Problem = "failed"
)

// HostError is an error with a problem and the words for it.
type HostError struct {
	Problem Problem
	Reason  string
	// Code is the system's code, such as ENOSPC, if the system reported the error.
	Code string
	// Target is set if writing the delivered content failed.
	Target bool
	// NotEntered is set if the path is on a mount that is not entered.
	NotEntered bool
}

func (e *HostError) Error() string { return e.Reason }

// Fail makes a HostError.
func Fail(problem Problem, reason string) *HostError {
	return &HostError{Problem: problem, Reason: reason}
}

// LinkLoop is the error for links that lead in a circle.
func LinkLoop(path string) *HostError {
	loop := Fail(Refused, path+": too many symbolic links")
	loop.Code = "ELOOP"
	return loop
}

// Error is an error of a system call.
type Error struct {
	Errno syscall.Errno
	// Call is the name that Node gives to the call.
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

// Code is the system's code of an error, such as ENOENT; empty if it has none.
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

// Words are those of the system for an error.
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

// IsHost gives the HostError in an error, if it is one.
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
