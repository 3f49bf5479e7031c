package command

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
)

var stranger = &account.Account{Uid: 12345, Gid: 12346, Groups: []uint32{7}}

// inARunner is the variable that names the task of a runner that a test starts and kills.
const inARunner = "RUNNER_OF_A_TEST"

func needsRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
}

// statusOf returns the lines of /proc/self/status of a command.
func statusOf(t *testing.T, how Options) map[string]string {
	t.Helper()
	got, result := run(t, newTestRunner(), how, "/bin/cat", "/proc/self/status")
	if result.RC == nil || *result.RC != 0 {
		t.Fatalf("%+v", result)
	}
	all := map[string]string{}
	for _, line := range strings.Split(got, "\n") {
		name, value, _ := strings.Cut(line, ":")
		all[name] = strings.Join(strings.Fields(value), " ")
	}
	return all
}

func TestRightsOfAnAccount(t *testing.T) {
	needsRoot(t)
	none := strings.Repeat("0", 16)
	makeInheritable(t, true)
	defer makeInheritable(t, false)
	found := statusOf(t, Options{As: stranger})
	for name, want := range map[string]string{
		"Uid": "12345 12345 12345 12345", "Gid": "12346 12346 12346 12346", "Groups": "7", "NoNewPrivs": "1",
		"CapInh": none, "CapPrm": none, "CapEff": none, "CapBnd": none, "CapAmb": none,
	} {
		if found[name] != want {
			t.Errorf("%s is %s; want %s", name, found[name], want)
		}
	}
	// An account without groups must not get those of the runner.
	syscall.Setgroups([]int{4242})
	defer syscall.Setgroups(nil)
	if found := statusOf(t, Options{As: &account.Account{Uid: 12345, Gid: 12346}}); found["Groups"] != "" {
		t.Errorf("an account without groups has %s", found["Groups"])
	}
	if found := statusOf(t, Options{}); found["NoNewPrivs"] != "0" || found["Groups"] != "4242" || found["CapBnd"] == none {
		t.Errorf("a command of the runner's own account has %v", found)
	}
}

func TestRightsThatCannotBeTakenOn(t *testing.T) {
	needsRoot(t)
	// No kernel takes this number.
	nobody := &account.Account{Uid: 1<<32 - 1, Gid: 12346, Name: "eve"}
	_, result := run(t, newTestRunner(), Options{As: nobody}, "/bin/true")
	if result.Problem != "refused" || result.Reason != "cannot act with the rights of eve: invalid argument" || result.RC != nil {
		t.Errorf("%+v", result)
	}
}

func TestProgramsThatAnAccountMayNotRun(t *testing.T) {
	needsRoot(t)
	directory, _ := os.MkdirTemp("/root", ".runner-test-")
	defer os.RemoveAll(directory)
	script := filepath.Join(directory, "script")
	os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755)
	if _, result := run(t, newTestRunner(), Options{As: stranger}, script); result.Problem != "denied" || result.Reason != "no permission to run "+script {
		t.Errorf("%+v", result)
	}
}

// Opening this program takes a while, as if its disk did not answer. That must not delay others.
func TestAProgramThatHangsDelaysNoOther(t *testing.T) {
	needsRoot(t)
	directory, _ := os.MkdirTemp("/root", ".runner-test-")
	defer os.RemoveAll(directory)
	held := filepath.Join(directory, "held")
	os.WriteFile(held, []byte("#!/bin/sh\n"), 0o755)
	file, _ := os.Open(held)
	defer file.Close()
	const setLease = 1024
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), setLease, syscall.F_WRLCK); errno != 0 {
		t.Skip("needs a file system with leases")
	}
	r := newTestRunner()
	order := make(chan string, 20)
	go func() {
		_, result := run(t, r, Options{Timeout: 3}, held)
		order <- result.Reason
	}()
	for range 10 {
		run(t, r, Options{}, "/bin/true")
		order <- "another"
	}
	for range 10 {
		if first := <-order; first != "another" {
			t.Errorf("others had to wait: %s", first)
		}
	}
	if last := <-order; last != "took longer than 3 s" {
		t.Error(last)
	}
}

// makeInheritable sets or clears a capability as inheritable: to change files of others.
func makeInheritable(t *testing.T, is bool) {
	t.Helper()
	header := [2]uint32{0x20080522}
	var sets [6]uint32
	of := func(number uintptr) syscall.Errno {
		_, _, errno := syscall.AllThreadsSyscall(number, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&sets)), 0)
		return errno
	}
	errno := of(syscall.SYS_CAPGET)
	sets[2], sets[5] = 0, 0
	if is {
		sets[2] = 2
	}
	if errno == 0 {
		errno = of(syscall.SYS_CAPSET)
	}
	// This is impossible in a build with cgo, which the race detector needs.
	if errno != 0 && errno != syscall.ENOTSUP {
		t.Fatal(errno)
	}
}

// beARunner runs a command and prints what it prints.
func beARunner(words ...string) {
	got, _ := run(nil, newTestRunner(), Options{}, words...)
	fmt.Print(got)
	os.Exit(0)
}

func TestNothingInheritedReachesACommand(t *testing.T) {
	needsRoot(t)
	makeInheritable(t, true)
	defer makeInheritable(t, false)
	secret, _ := os.Open("/etc/shadow")
	defer secret.Close()
	starting := exec.Command("/proc/self/exe")
	starting.Env = []string{inARunner + "=cat /proc/self/status; ls -l /proc/self/fd"}
	starting.ExtraFiles = []*os.File{secret, secret}
	got, err := starting.Output()
	text := string(got)
	if err != nil || !strings.Contains(text, "CapInh:\t0000000000000000\n") || strings.Contains(text, "shadow") || strings.Count(text, " -> ") != 4 {
		t.Errorf("%v: %s", err, text)
	}
}

// beAKilledRunner runs commands that print their number, and lives until it is killed.
func beAKilledRunner() {
	r := newTestRunner()
	for _, as := range []*account.Account{nil, stranger} {
		go run(nil, r, Options{As: as, Timeout: 100}, "/bin/sh", "-c", "exec sleep 100")
	}
	for {
		r.mutex.Lock()
		pids := []int{}
		for pid := range r.running {
			pids = append(pids, pid)
		}
		r.mutex.Unlock()
		names := []string{}
		for _, pid := range pids {
			name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
			names = append(names, string(name))
		}
		if slices.Equal(names, []string{"sleep\n", "sleep\n"}) {
			fmt.Println(pids[0], pids[1])
			select {}
		}
	}
}

func TestCommandsEndWithAKilledRunner(t *testing.T) {
	needsRoot(t)
	killed := exec.Command("/proc/self/exe")
	killed.Env = []string{inARunner + "=killed"}
	output, _ := killed.StdoutPipe()
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	var pids [2]int
	line, _ := bufio.NewReader(output).ReadString('\n')
	fmt.Sscan(line, &pids[0], &pids[1])
	killed.Process.Kill()
	killed.Wait()
	for _, pid := range pids {
		if pid == 0 || !isGone(pid) {
			t.Errorf("the command %d outlives a runner that was killed", pid)
		}
	}
}
