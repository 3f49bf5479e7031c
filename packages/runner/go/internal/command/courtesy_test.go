package command

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// priorities is a script that prints the nice value of its shell, and that of its session if the kernel groups sessions.
const priorities = `cut -d' ' -f19 /proc/self/stat; sed 's/.* //' /proc/self/autogroup 2>/dev/null; true`

// skipWithC skips a test in a program with C, such as that of the race detector, in which Go makes no
// system call for all threads.
func skipWithC(t *testing.T) {
	if _, _, errno := syscall.AllThreadsSyscall(syscall.SYS_GETPID, 0, 0, 0); errno == syscall.ENOTSUP {
		t.Skip("needs CGO_ENABLED=0, as the runner is built")
	}
}

func TestCommandsStandBack(t *testing.T) {
	skipWithC(t)
	nice := strconv.Itoa(max(usual.nice, niceOfThread()))
	want := nice
	if _, err := os.Stat("/proc/self/autogroup"); err == nil && os.Geteuid() == 0 {
		want += " " + nice
	}
	output, result := run(t, newTestRunner(), Options{}, "/bin/sh", "-c", "sleep 0.3; "+priorities)
	if got := strings.Join(strings.Fields(output), " "); !strings.HasPrefix(got, want) {
		t.Errorf("nice values are %q, want %q: %+v", got, want, result)
	}
}

func TestStandingBack(t *testing.T) {
	skipWithC(t)
	own := niceOfThread()
	cases := []struct {
		more int
		how  string
		want string
	}{
		{0, "usual", strconv.Itoa(own) + " 2 7"},
		{5, "usual", strconv.Itoa(min(19, own+5)) + " 2 7"},
		{0, "polite", "19 3 0"},
		{5, "polite", "19 3 0"},
	}
	for _, one := range cases {
		child := exec.Command("nice", "-n", strconv.Itoa(one.more), os.Args[0])
		child.Env = append(os.Environ(), inARunner+"="+one.how)
		output, err := child.CombinedOutput()
		if got := strings.TrimSpace(string(output)); err != nil || got != one.want {
			t.Errorf("%s after %d more: %s, want %s", one.how, one.more, got, one.want)
		}
	}
}

// tellPriorities prints the priorities of this process, and ends it.
func tellPriorities(isPolite bool) {
	if isPolite {
		StandBack(true)
	}
	io, _, _ := syscall.RawSyscall(syscall.SYS_IOPRIO_GET, ofProcess, 0, 0)
	told := []string{strconv.Itoa(niceOfThread()), strconv.Itoa(int(io >> ioClassShift)), strconv.Itoa(int(io & (1<<ioClassShift - 1)))}
	os.Stdout.WriteString(strings.Join(told, " ") + "\n")
	os.Exit(0)
}
