package command

import "syscall"

const (
	prSetTimerSlack = 29
	prGetTimerSlack = 30
)

// runnerSlack is how many nanoseconds late the kernel may wake a thread of the runner.
const runnerSlack = 1_000_000

// commandSlack is the slack with which this process was started. Commands get it. For the kernel, 0
// means the default of a thread.
var commandSlack uintptr

// waitLazily allows the kernel to wake threads later. While threads wait in the kernel, which they do during a whole run, a
// thread of Go checks on them every 20 µs. With the usual slack, it takes a quarter of the runner's time.
func waitLazily() {
	slack, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prGetTimerSlack, 0, 0)
	if errno != 0 {
		return
	}
	commandSlack = slack
	syscall.AllThreadsSyscall(syscall.SYS_PRCTL, prSetTimerSlack, runnerSlack, 0)
}

// waitAsCommands gives this thread, and the processes that it starts, the slack of commands.
func waitAsCommands() {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetTimerSlack, commandSlack, 0)
}
