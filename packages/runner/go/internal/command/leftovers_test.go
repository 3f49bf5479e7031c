package command

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// beARunnerThatEndsAll prints its mark, and ends all once it is asked to.
func beARunnerThatEndsAll() {
	r := newTestRunner()
	fmt.Println(r.Tools.Run)
	bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println(r.EndAll())
	os.Exit(0)
}

// A service that a command asks to start something passes on the environment of the command, if it does.
func TestWhatAServiceStartedForACommandEnds(t *testing.T) {
	needsRoot(t)
	runner := exec.Command("/proc/self/exe")
	runner.Env = []string{inARunner + "=ending"}
	output, _ := runner.StdoutPipe()
	input, _ := runner.StdinPipe()
	if err := runner.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(output)
	mark, _ := reader.ReadString('\n')
	mark = strings.TrimSpace(mark)
	started := map[string]*exec.Cmd{}
	for _, value := range []string{mark, mark + "0", "another"} {
		process := exec.Command("/bin/sleep", "100")
		process.Env = []string{Marker + "=" + value}
		process.Start()
		defer process.Process.Kill()
		started[value] = process
	}
	input.Write([]byte("\n"))
	if count, _ := reader.ReadString('\n'); count != "1\n" {
		t.Errorf("%q processes were ended; want 1", count)
	}
	runner.Wait()
	if !isGone(started[mark].Process.Pid) {
		t.Error("a process of the run outlives it")
	}
	delete(started, mark)
	for value, process := range started {
		if !isAlive(process.Process.Pid) {
			t.Errorf("the process of the run %s was ended", value)
		}
	}
}

func TestACommandHasTimeToEnd(t *testing.T) {
	script := "trap 'sleep 0.2; echo ended; exit' TERM; echo begun; while :; do :; done"
	got, result := run(t, newTestRunner(), Options{Timeout: 0.3, Signal: syscall.SIGTERM}, "/bin/sh", "-c", script)
	if got != "begun\nended\n" || result.Problem != "timed out" {
		t.Errorf("%q, %+v", got, result)
	}
}
