package command

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/tables"
)

func TestMain(m *testing.M) {
	if launch.IsAsked(os.Args) {
		launch.Run(os.Args)
		os.Exit(1)
	}
	Prepare()
	switch asked := os.Getenv(inARunner); asked {
	case "":
	case "usual", "polite":
		tellPriorities(asked == "polite")
	case "killed":
		beAKilledRunner()
	case "ending":
		beARunnerThatEndsAll()
	default:
		beARunner("/bin/sh", "-c", asked)
	}
	os.Exit(m.Run())
}

func TestLoginsAsTypeScriptHasThem(t *testing.T) {
	for _, one := range tables.ReadCommands(t).Logins {
		got, failure := loginOf(one.Argv)
		switch {
		case one.Refused != "":
			if failure == nil || !strings.Contains(failure.Reason, one.Refused) {
				t.Errorf("%q: %+v, %+v", one.Argv, got, failure)
			}
		case failure != nil:
			t.Errorf("%q: %s", one.Argv, failure.Reason)
		case one.User == "":
			if got != nil {
				t.Errorf("%q: %+v", one.Argv, got)
			}
		case got == nil || got.user != one.User || !slices.Equal(got.words, one.Words):
			t.Errorf("%q: %+v", one.Argv, got)
		}
	}
}

func TestAccountEnvironments(t *testing.T) {
	none := func(string) []string { return nil }
	hana := &loginAccount{account.Account{Name: "abcadm"}, "/home/abc"}
	env, _ := accountEnvironment(hana, []string{"/usr/sap/ABC/HDB07/exe/x"}, none)
	if env["DIR_INSTANCE"] != "/usr/sap/ABC/HDB07" || env["SAPSYSTEMNAME"] != "ABC" {
		t.Errorf("%v", env)
	}
	env, _ = accountEnvironment(hana, []string{"x"}, func(path string) []string { return []string{"a", "HDB01", "HDB02"} })
	if env["DIR_INSTANCE"] != "/usr/sap/ABC/HDB01" {
		t.Errorf("%v", env)
	}
	env, _ = accountEnvironment(hana, []string{"/usr/sap/XYZ/HDB07/exe/x"}, none)
	if env["DIR_INSTANCE"] != "" {
		t.Errorf("%v", env)
	}
	env, ownParent := accountEnvironment(&loginAccount{account.Account{Name: "db"}, "/home/db"}, []string{"db2"}, none)
	if !ownParent || !strings.HasPrefix(env["PATH"], "/home/db/sqllib/bin:") {
		t.Errorf("%v", env)
	}
}

func newTestRunner() *Runner {
	finder := program.NewFinder(program.NewJudge(files.NewGuard("/proc/self/mountinfo")))
	return NewRunner(Tools{
		Finder: finder, Timeout: 10, MaxBytes: 1 << 20, Jobs: 4, Run: "mark" + strconv.Itoa(os.Getpid()),
		List: func(string) []string { return nil }, Controller: func(string) *account.Account { return nil },
	})
}

func run(t testing.TB, r *Runner, how Options, argv ...string) (string, Result) {
	if t != nil {
		t.Helper()
	}
	if how.Timeout == 0 {
		how.Timeout = 10
	}
	if how.Signal == 0 {
		how.Signal = syscall.SIGKILL
	}
	if how.MaxBytes == 0 {
		how.MaxBytes = 1 << 20
	}
	if how.Ended == nil {
		how.Ended, how.Reason = make(chan struct{}), func() string { return "" }
	}
	var printed strings.Builder
	result, err := r.Run(argv, how, func(content []byte) error {
		printed.Write(content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return printed.String(), result
}

func TestRuns(t *testing.T) {
	r := newTestRunner()
	if got, result := run(t, r, Options{}, "/bin/sh", "-c", "echo a; echo b >&2; echo c; exit 3"); got != "a\nb\nc\n" || *result.RC != 3 {
		t.Errorf("%q, %+v", got, result)
	}
	if got, _ := run(t, r, Options{Stdin: []byte("input")}, "/bin/cat"); got != "input" {
		t.Errorf("%q", got)
	}
	if got, _ := run(t, r, Options{}, "/bin/cat"); got != "" {
		t.Errorf("%q", got)
	}
	got, _ := run(t, r, Options{Env: map[string]string{"A": "1", "PATH": "/x"}, Inherited: map[string]string{"A": "0", "B": "2"}}, "/usr/bin/env")
	if got != "A=1\nB=2\nHOSTSPEC_RUN="+r.Tools.Run+"\nLC_ALL=C\nPATH=/x\n" {
		t.Errorf("%q", got)
	}
	if got, _ := run(t, r, Options{}, "/bin/pwd"); got != "/\n" {
		t.Errorf("%q", got)
	}
}

func TestOutputNeverExceedsItsLimit(t *testing.T) {
	r := newTestRunner()
	for _, limit := range []int64{1, 4096, 100_001} {
		got, result := run(t, r, Options{MaxBytes: limit}, "/usr/bin/yes")
		want := "output cut at " + strconv.FormatInt(limit, 10) + " bytes"
		if int64(len(got)) != limit || result.Bytes != limit || result.Cut != want || result.RC == nil || *result.RC != 0 {
			t.Errorf("%d bytes, %+v", len(got), result)
		}
	}
	if got, result := run(t, r, Options{MaxBytes: 3}, "/bin/echo", "ab"); got != "ab\n" || result.Cut != "" {
		t.Errorf("%q, %+v", got, result)
	}
}

func TestEndsAfterItsTime(t *testing.T) {
	r := newTestRunner()
	got, result := run(t, r, Options{Timeout: 0.2}, "/bin/sh", "-c", "echo begun; sleep 100")
	if got != "begun\n" || result.Problem != "timed out" || result.Reason != "took longer than 0.2 s" || result.RC != nil {
		t.Errorf("%q, %+v", got, result)
	}
	_, result = run(t, r, Options{Timeout: 0.2, Signal: syscall.SIGTERM}, "/bin/sh", "-c", "trap '' TERM; sleep 100 & wait; sleep 100")
	if result.Problem != "timed out" || result.Signal != "SIGKILL" {
		t.Errorf("%+v", result)
	}
	ended := make(chan struct{})
	close(ended)
	_, result = run(t, r, Options{Ended: ended, Reason: func() string { return "over" }}, "/bin/sleep", "100")
	if result.Problem != "failed" || result.Reason != "over" {
		t.Errorf("%+v", result)
	}
}

func TestFailuresAreWorded(t *testing.T) {
	r := newTestRunner()
	if _, result := run(t, r, Options{}, "/bin/sh", "-c", "kill -SEGV $$"); result.Reason != "ended by SIGSEGV" || result.Problem != "failed" {
		t.Errorf("%+v", result)
	}
	long := strings.Repeat("x", 200_000)
	if _, result := run(t, r, Options{}, "/bin/echo", long); result.Reason != "/bin/echo: the arguments are too long" {
		t.Errorf("%.100s", result.Reason)
	}
	for err, want := range map[error]string{
		syscall.ENOENT: "command not found: /x", syscall.EACCES: "no permission to run /x", syscall.EIO: "/x: i/o error",
		syscall.ENOEXEC: "/x: not a program that this machine can run",
	} {
		if result, _ := startFailure("/x", err); result.Reason != want {
			t.Errorf("%s; want %s", result.Reason, want)
		}
	}
}

func isAlive(pid int) bool {
	found, ok := processOf(pid)
	return ok && !found.isZombie
}

// pidIn waits until a process has written its number into a file.
func pidIn(t *testing.T, path string) int {
	for range 500 {
		content, _ := os.ReadFile(path)
		if pid, err := strconv.Atoi(strings.TrimSpace(string(content))); err == nil && strings.HasSuffix(string(content), "\n") {
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no process wrote its number")
	return 0
}

func isGone(pid int) bool {
	for range 300 {
		if !isAlive(pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func TestNothingIsLeft(t *testing.T) {
	r := newTestRunner()
	file := filepath.Join(t.TempDir(), "pid")
	// A process in the group of its command ends with it.
	run(t, r, Options{}, "/bin/sh", "-c", "sleep 100 >/dev/null 2>&1 & echo $! > "+file)
	if pid := pidIn(t, file); !isGone(pid) {
		t.Error("a process in the group of its command is left")
	}
	// A daemon with its own session, and without output or environment, is found by its ancestors.
	os.Remove(file)
	run(t, r, Options{}, "/bin/sh", "-c", "env -i setsid sh -c 'echo $$ > "+file+"; exec sleep 100' </dev/null >/dev/null 2>&1 & while ! [ -s "+file+" ]; do :; done")
	daemon := pidIn(t, file)
	if !isAlive(daemon) {
		t.Error("a daemon ended before the run")
	}
	// A process that holds the output is ended soon after its command.
	os.Remove(file)
	got, result := run(t, r, Options{}, "/bin/sh", "-c", "setsid sh -c 'echo $$ > "+file+"; exec sleep 100' & while ! [ -s "+file+" ]; do :; done; echo out")
	if got != "out\n" || *result.RC != 0 {
		t.Errorf("%q, %+v", got, result)
	}
	if pid := pidIn(t, file); !isGone(pid) {
		t.Error("a process that holds the output is left")
	}
	if count := r.EndAll(); count != 2 {
		t.Errorf("%d processes were ended; want 2", count)
	}
	if !isGone(daemon) {
		t.Error("a daemon outlives the run")
	}
}

func TestAnotherAccount(t *testing.T) {
	needsRoot(t)
	r := newTestRunner()
	if got, _ := run(t, r, Options{}, "su", "-l", "nobody", "-c", "/bin/sh -c 'id -un; cd; pwd'"); !strings.HasPrefix(got, "nobody\n") {
		t.Error(got)
	}
	if _, result := run(t, r, Options{}, "su", "-l", "nosuchuser", "-c", "id"); result.Reason != "there is no user nosuchuser" {
		t.Errorf("%+v", result)
	}
	if got, _ := run(t, r, Options{As: &account.Account{Uid: 12345, Gid: 12345}}, "/bin/ls", "-l", "/proc/self/fd"); strings.Count(got, " -> ") != 4 {
		t.Errorf("a command of another account has more than its own descriptors: %s", got)
	}
}

func TestOneAfterTheOther(t *testing.T) {
	r := newTestRunner()
	done := make(chan string, 40)
	for range 40 {
		go func() {
			got, _ := run(t, r, Options{}, "/bin/echo", "x")
			done <- got
		}()
	}
	for range 40 {
		if got := <-done; got != "x\n" {
			t.Errorf("%q", got)
		}
	}
}

// If garbage collection begins in the thread that starts commands, Go needs its own descriptors there.
func TestGarbageCollectionWhileCommandsStart(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	r := newTestRunner()
	for range 300 {
		run(t, r, Options{}, "/bin/true", strings.Repeat("x", 10_000))
	}
}

func TestCommandsAreStartedFromTablesOfTheirOwn(t *testing.T) {
	run(t, newTestRunner(), Options{}, "/bin/true")
	threads, _ := filepath.Glob("/proc/self/task/*")
	small := 0
	for _, thread := range threads {
		// The null device three times, the socket, and what Go needs.
		if open, err := os.ReadDir(thread + "/fd"); err == nil && len(open) == 4+len(ofRuntime()) {
			small++
		}
	}
	if small != 1 || theStarter().isShared {
		t.Errorf("%d threads have a table of their own; want 1", small)
	}
}

func TestOnlyTheRunnerWaitsLazily(t *testing.T) {
	skipWithC(t)
	if own, _, _ := syscall.RawSyscall(syscall.SYS_PRCTL, prGetTimerSlack, 0, 0); own != runnerSlack {
		t.Errorf("the slack of the runner is %d ns, want %d", own, runnerSlack)
	}
	// Some kernels have no such file.
	output, result := run(t, newTestRunner(), Options{}, "/bin/sh", "-c", "cat /proc/self/timerslack_ns 2>/dev/null; true")
	if got := strings.TrimSpace(output); got != "" && got == strconv.Itoa(runnerSlack) {
		t.Errorf("the slack of a command is that of the runner, %s ns: %+v", got, result)
	}
}

func TestStarterThreadHasWhatGoNeeds(t *testing.T) {
	newTestRunner()
	s := theStarter()
	if s.isShared {
		t.Skip("the kernel gives the thread no table of its own (needs unshare)")
	}
	wanted := ofRuntime()
	found := make(chan map[int]string)
	s.tasks <- func() {
		links := map[int]string{}
		for fd := range wanted {
			links[fd], _ = os.Readlink("/proc/thread-self/fd/" + strconv.Itoa(fd))
		}
		found <- links
	}
	links := <-found
	for fd := range wanted {
		here, _ := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
		if links[fd] != here {
			t.Errorf("%d is %q, but in the thread that starts processes %q", fd, here, links[fd])
		}
	}
}

func TestTurnsComeInTheOrderOfAsking(t *testing.T) {
	order := newTurns(2)
	var all []*Turn
	for range 7 {
		all = append(all, order.ask())
	}
	expect := func(when string, want ...bool) {
		t.Helper()
		for place, turn := range all {
			hasCome := false
			select {
			case <-turn.come:
				hasCome = true
			default:
			}
			if hasCome != want[place] {
				t.Fatalf("%s: the turn of %d has come: %v", when, place, hasCome)
			}
		}
	}
	expect("before any is ready", false, false, false, false, false, false, false)
	for _, place := range []int{6, 1, 5, 4, 3} {
		all[place].ready()
	}
	expect("with two at once", false, true, false, false, false, false, true)
	all[3].Leave()
	expect("after a place was given up", false, true, false, false, false, false, true)
	all[6].Leave()
	all[6].Leave()
	expect("after one has ended, and some are not ready", false, true, false, false, true, false, true)
	all[0].ready()
	all[1].Leave()
	expect("after the first is ready", true, true, false, false, true, false, true)
	for _, turn := range all {
		turn.Leave()
	}
	if order.free != 2 || len(order.waiting) != 0 {
		t.Fatalf("%d are free and %d wait", order.free, len(order.waiting))
	}
}
