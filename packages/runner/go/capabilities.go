package main

import (
	"syscall"
	"unsafe"
)

type capabilityHeader = struct {
	version uint32
	pid     int32
}

type capabilitySets = [2]struct{ effective, permitted, inheritable uint32 }

// capabilities gets or sets the capabilities of every thread.
func capabilities(call uintptr, header *capabilityHeader, sets *capabilitySets) bool {
	_, _, errno := syscall.AllThreadsSyscall(call, uintptr(unsafe.Pointer(header)), uintptr(unsafe.Pointer(sets)), 0)
	return errno == 0
}
