package command

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/tables"
)

// beARunnerThatEndsAll prints its mark, and calls EndAll when asked.
func beARunnerThatEndsAll() {
	r := newTestRunner()
	fmt.Println(r.Tools.Run)
	bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println(r.EndAll())
	os.Exit(0)
}

// Some services pass the environment of a command on to what they start for it.
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
	inOurs := strings.NewReplacer("MARK", Marker, "RUN", mark, "UN", mark[1:])
	started := map[string]*exec.Cmd{}
	wanted := 0
	table := tables.ReadCommands(t).Marks
	for _, one := range table {
		process := exec.Command("/bin/sleep", "100")
		process.Env = []string{inOurs.Replace(one.Variable)}
		process.Start()
		defer process.Process.Kill()
		started[one.Variable] = process
		if one.Ended {
			wanted++
		}
	}
	input.Write([]byte("\n"))
	if count, _ := reader.ReadString('\n'); count != fmt.Sprintln(wanted) {
		t.Errorf("%q processes were ended; want %d", count, wanted)
	}
	runner.Wait()
	for _, one := range table {
		pid := started[one.Variable].Process.Pid
		if one.Ended && !isGone(pid) {
			t.Errorf("the process with %s outlives the run", one.Variable)
		}
		if !one.Ended && !isAlive(pid) {
			t.Errorf("the process with %s was ended", one.Variable)
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
