package command

import "syscall"

const (
	prSetTimerSlack = 29
	prGetTimerSlack = 30
)

// runnerSlack is how many nanoseconds late the kernel may wake a thread of the runner.
const runnerSlack = 1_000_000

// commandSlack is what this process was started with. Commands get it. The kernel takes 0 for a thread's default.
var commandSlack uintptr

// waitLazily lets the kernel wake threads later. While others wait in the kernel, which those of a run do all the time, a thread of Go looks
// after them every 20 µs. With the usual slack, that takes a quarter of the runner's time.
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
