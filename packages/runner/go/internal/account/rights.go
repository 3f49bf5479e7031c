package account

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Read once, because a thread with the rights of another account would get another answer.
var own = uint32(syscall.Geteuid())

// Own is the effective user id of the runner.
func Own() uint32 { return own }

func init() {
	// The first thread cannot end, so it must never take on the rights of an account.
	runtime.LockOSThread()
}

// IsRoot reports whether the runner can take on the rights of other accounts.
func IsRoot() bool { return Own() == 0 }

// IsTrusted reports whether an account is root or the runner's own.
func IsTrusted(uid uint32) bool {
	if uid == 0 || uid == Own() {
		return true
	}
	return IsUnmapped(uid)
}

// isWholeMap reports whether a user namespace maps every account to itself.
func isWholeMap(line string) bool {
	return slices.Equal(strings.Fields(line), []string{"0", "0", "4294967295"})
}

func firstLine(path string) (string, bool) {
	content, err := sys.ReadSmall(path, 4096)
	if err != nil {
		return "", false
	}
	line, _, _ := strings.Cut(string(content), "\n")
	return line, true
}

var unmappedOwner = sync.OnceValues(func() (uint32, bool) {
	line, ok := firstLine("/proc/self/uid_map")
	if !ok || isWholeMap(line) {
		return 0, false
	}
	if line, ok := firstLine("/proc/sys/kernel/overflowuid"); ok {
		if id, err := strconv.ParseUint(strings.TrimSpace(line), 10, 32); err == nil {
			return uint32(id), true
		}
	}
	return nobody, true
})

// IsUnmapped reports whether an account is the one to which files of unmapped users, including root,
// seem to belong in a user namespace.
func IsUnmapped(uid uint32) bool {
	unmapped, ok := unmappedOwner()
	return ok && uid == unmapped
}

// With runs a short function with the effective rights of an account, in a thread that ends afterwards, so that nothing else gets
// these rights. The real and saved ids stay those of root, so that the account cannot signal this process.
func With(as *Account, use func() error) error {
	if as == nil || as.Uid == Own() {
		return use()
	}
	if !IsRoot() {
		return sys.Fail(sys.Refused, "needs root to act with the rights of "+as.Describe())
	}
	done := make(chan error, 1)
	go func() {
		// Never unlocked: the thread ends with this function.
		runtime.LockOSThread()
		if errno := takeOn(as); errno != 0 {
			done <- sys.Fail(sys.Refused, LacksRights(as, errno))
			return
		}
		done <- use()
	}()
	return <-done
}

// takeOn changes the ids of this thread alone: it uses raw system calls, which Go does not repeat in other threads.
func takeOn(as *Account) syscall.Errno {
	const keep = ^uintptr(0)
	if as.Uid == ^uint32(0) || as.Gid == ^uint32(0) {
		// The kernel would take it as: do not change the id, which is root's.
		return syscall.EINVAL
	}
	if errno := SetGroups(as.Groups); errno != 0 {
		return errno
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESGID, keep, uintptr(as.Gid), keep); errno != 0 {
		return errno
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, keep, uintptr(as.Uid), keep)
	return errno
}

// SetGroups sets the supplementary groups of this thread alone.
func SetGroups(groups []uint32) syscall.Errno {
	var first unsafe.Pointer
	if len(groups) > 0 {
		first = unsafe.Pointer(&groups[0])
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_SETGROUPS, uintptr(len(groups)), uintptr(first), 0)
	return errno
}

const (
	groupMayWrite  = 0o020
	othersMayWrite = 0o002
	sticky         = 0o1000
)

// IsSticky reports whether only owners can remove their names from a directory.
func IsSticky(stat sys.Stat) bool { return stat.Mode&sticky != 0 }

// LacksAccess returns the reason for not reading the target of a path: the account that decides where
// the path leads may not read it.
func LacksAccess(path string, by *Account) string {
	return path + ": " + by.Describe() + " decides where it leads, but has no permission to read the target"
}

// LacksRights returns the reason for not acting with the rights of an account.
func LacksRights(as *Account, errno syscall.Errno) string {
	return "cannot act with the rights of " + as.Describe() + ": " + errno.Error()
}

// RightsOfLink returns the account with whose rights to follow a link in a directory that others
// control; nil for the runner's own.
func (l *Lookup) RightsOfLink(path string, link, directory sys.Stat) (*Account, error) {
	var by *Account
	switch {
	case !IsTrusted(link.Uid):
		by = l.Of(link.Uid)
	case !IsTrusted(directory.Uid):
		by = l.Of(directory.Uid)
	case l.ControllerOf(directory) != nil && !IsSticky(directory):
		by = Anyone
	}
	if by == nil || IsRoot() {
		return by, nil
	}
	return nil, sys.Fail(sys.Refused, path+": "+by.Describe()+" decides where a link on the way leads")
}

// RightsOfFile returns the account with whose rights to open a file: its controller if the file may be
// a hard link to one of somebody else, and the kernel does not protect hard links; otherwise nil.
func RightsOfFile(stat sys.Stat, controller *Account) *Account {
	if !IsRoot() || stat.IsDir() || stat.Links < 2 || hardLinksAreProtected() {
		return nil
	}
	return controller
}

// ControllerOf returns the account that controls the content of a file or directory; nil for root and the runner's own.
func (l *Lookup) ControllerOf(stat sys.Stat) *Account {
	if !IsTrusted(stat.Uid) {
		return l.Of(stat.Uid)
	}
	if stat.Mode&(groupMayWrite|othersMayWrite) == 0 {
		return nil
	}
	return Anyone
}

var hardLinksAreProtected = sync.OnceValue(func() bool { return isOn("/proc/sys/fs/protected_hardlinks") })

func isOn(setting string) bool {
	line, ok := firstLine(setting)
	return ok && strings.TrimSpace(line) == "1"
}
