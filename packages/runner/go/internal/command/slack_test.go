package command

import (
	"strconv"
	"strings"
	"syscall"
	"testing"
)

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
