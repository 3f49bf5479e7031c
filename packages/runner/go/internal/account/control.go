package account

import (
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const (
	groupMayWrite  = 0o020
	othersMayWrite = 0o002
	sticky         = 0o1000
)

// IsSticky reports whether only owners can remove their names from a directory.
func IsSticky(stat sys.Stat) bool { return stat.Mode&sticky != 0 }

// LacksAccess says why a file that an account controls is not read.
func LacksAccess(path string, by *Account) string {
	return path + ": " + by.Describe() + " decides where it leads, but has no permission to read the target"
}

// LacksRights says why nothing can be done with the rights of an account.
func LacksRights(as *Account, errno syscall.Errno) string {
	return "cannot act with the rights of " + as.Describe() + ": " + errno.Error()
}

// RightsOfLink gives the account whose rights are used to follow a link in a directory that others control; nil for the
// runner's own.
func (l *Lookup) RightsOfLink(path string, link, directory sys.Stat) (*Account, error) {
	var by *Account
	switch {
	case !IsTrusted(link.Uid):
		by = l.Of(link.Uid)
	case !IsTrusted(directory.Uid):
		by = l.Of(directory.Uid)
	case l.ControllerOf(directory) != nil && !IsSticky(directory):
		// Whoever can write here can rename a link of root, unless the directory is sticky.
		by = Anyone
	}
	if by == nil || IsRoot() {
		return by, nil
	}
	return nil, sys.Fail(sys.Refused, path+": "+by.Describe()+" decides where a link on the way leads")
}

// RightsOfFile guards against a hard link to somebody else's file, unless the kernel protects hard links.
func RightsOfFile(stat sys.Stat, controller *Account) *Account {
	if !IsRoot() || stat.IsDir() || stat.Links < 2 || hardLinksAreProtected() {
		return nil
	}
	return controller
}

// ControllerOf is the account that controls the content of a file or directory; nil if only root or the runner's own does.
func (l *Lookup) ControllerOf(stat sys.Stat) *Account {
	if !IsTrusted(stat.Uid) {
		return l.Of(stat.Uid)
	}
	// An access control list for others shows in the group bits, which are then its mask.
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
