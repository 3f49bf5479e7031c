package launch

import (
	"syscall"
	"unsafe"
)

type capabilityHeader struct {
	version uint32
	pid     int32
}

type capabilitySets [2]struct{ effective, permitted, inheritable uint32 }

type systemCall func(number, first, second, third uintptr) (uintptr, uintptr, syscall.Errno)

func capabilities(of systemCall, number uintptr, sets *capabilitySets) syscall.Errno {
	header := capabilityHeader{version: 0x20080522}
	_, _, errno := of(number, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(sets)), 0)
	return errno
}

// DropInheritable gives up the capabilities of every thread that would outlive a change of the user. Root's commands get theirs anew.
func DropInheritable() {
	var sets capabilitySets
	if capabilities(syscall.AllThreadsSyscall, syscall.SYS_CAPGET, &sets) == 0 {
		sets[0].inheritable, sets[1].inheritable = 0, 0
		capabilities(syscall.AllThreadsSyscall, syscall.SYS_CAPSET, &sets)
	}
}
