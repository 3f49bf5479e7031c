package launch

import (
	"syscall"
	"unsafe"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
)

const (
	prSetPdeathsig   = 1
	prCapbsetDrop    = 24
	prSetNoNewPrivs  = 38
	mostCapabilities = 64
)

// become gives this thread the rights of an account and nothing more, for good. The other threads end
// when it executes the program.
func become(as *account.Account, parent int) error {
	dropBoundingSet()
	for _, step := range []func() syscall.Errno{
		func() syscall.Errno { return account.SetGroups(as.Groups) },
		func() syscall.Errno {
			return call(syscall.SYS_SETGID, uintptr(as.Gid), 0, 0)
		},
		func() syscall.Errno {
			return call(syscall.SYS_SETUID, uintptr(as.Uid), 0, 0)
		},
		func() syscall.Errno { return capabilities(syscall.RawSyscall, syscall.SYS_CAPSET, &capabilitySets{}) },
		func() syscall.Errno { return call(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0) },
		// Changing the user clears this setting.
		func() syscall.Errno { return call(syscall.SYS_PRCTL, prSetPdeathsig, uintptr(syscall.SIGKILL), 0) },
	} {
		if errno := step(); errno != 0 {
			return errno
		}
	}
	if syscall.Getppid() != parent {
		return syscall.ESRCH
	}
	return nil
}

func call(number, first, second, third uintptr) syscall.Errno {
	_, _, errno := syscall.RawSyscall6(number, first, second, third, 0, 0, 0)
	return errno
}

// dropBoundingSet removes what a program's own capabilities could grant, as far as a container allows.
// no_new_privs applies in any case.
func dropBoundingSet() {
	for capability := range uintptr(mostCapabilities) {
		call(syscall.SYS_PRCTL, prCapbsetDrop, capability, 0)
	}
}

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

// DropInheritable gives up the inheritable capabilities of every thread, because they would survive a
// change of the user. Commands of root get them again.
func DropInheritable() {
	var sets capabilitySets
	// All threads still have what the first one was started with.
	errno := capabilities(syscall.RawSyscall, syscall.SYS_CAPGET, &sets)
	if errno == 0 && sets[0].inheritable|sets[1].inheritable != 0 {
		sets[0].inheritable, sets[1].inheritable = 0, 0
		capabilities(syscall.AllThreadsSyscall, syscall.SYS_CAPSET, &sets)
	}
}
