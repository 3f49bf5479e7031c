package program

import (
	"strconv"
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// NotRunBy returns why a process does not count as running a program, given by its path without links; empty if it counts. The
// process must be in the collector's own namespaces, because elsewhere the path means another file. The kernel must report the
// program as its executable: the command line is only a claim. The kernel reports nothing to a user other than root about other
// users' processes; then the claim counts.
func NotRunBy(pid int, program string) string {
	name := "process " + strconv.Itoa(pid)
	reason, err := notRunBy(pid, name, program)
	switch {
	case err == nil:
		return reason
	case (sys.Is(err, syscall.EACCES) || sys.Is(err, syscall.EPERM)) && account.Own() != 0:
		return ""
	case sys.Is(err, syscall.ENOENT), sys.Is(err, syscall.ESRCH):
		return name + " has ended"
	}
	return name + " cannot be inspected: " + sys.Code(err)
}

func notRunBy(pid int, name, program string) (string, error) {
	directory := "/proc/" + strconv.Itoa(pid)
	for _, namespace := range []string{"mnt", "pid", "user"} {
		theirs, err := sys.Readlink(directory + "/ns/" + namespace)
		if err != nil {
			return "", err
		}
		ours, err := sys.Readlink("/proc/self/ns/" + namespace)
		if err != nil {
			return "", err
		}
		if theirs != ours {
			return name + " is in a " + namespace + " namespace of its own, as in a container", nil
		}
	}
	executed, err := sys.Readlink(directory + "/exe")
	if err != nil {
		return "", err
	}
	executed = strings.TrimSuffix(executed, " (deleted)")
	if executed == program {
		return "", nil
	}
	return name + " runs " + executed + ", whatever its command line says", nil
}
