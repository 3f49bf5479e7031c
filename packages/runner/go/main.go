// Command hostspec-runner is the part of hostspec that touches the host. It answers requests on its standard input; PROTOCOL.md
// describes them.
package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"unsafe"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/session"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// build is the version of the release; the build script sets it.
var build = "0.0.0"

const (
	memoryLimit   = 18 * 1024 * 1024
	collectAt     = 100
	maxThreads    = 1000
	usageSentence = "usage: hostspec-runner [--first BASE64]; it is started by hostspec, see PROTOCOL.md\n"
)

// init names the process: it is executed through a descriptor, so the kernel has named it after that number. It runs on the main
// thread, whose name is that of the process.
func init() {
	name := [16]byte{}
	copy(name[:], "hostspec-runner")
	syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_NAME, uintptr(unsafe.Pointer(&name[0])), 0)
}

func main() {
	if launch.IsAsked(os.Args) {
		launch.Run(os.Args)
		os.Exit(1)
	}
	first, ok := parse(os.Args[1:])
	if !ok {
		io.WriteString(os.Stderr, usageSentence)
		os.Exit(2)
	}
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
	debug.SetMaxThreads(maxThreads)
	command.Prepare()
	signals := make(chan os.Signal, 1)
	// Ignore SIGPIPE: writing fails if the head is gone.
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	os.Exit(serve(first, signals))
}

func serve(first []byte, signals <-chan os.Signal) int {
	input, output, restore := streams()
	status := answer(first, signals, input, output)
	restore()
	// A thread waiting in the kernel keeps the dead process, but not the head: its end of the pipe is closed now.
	for fd := range 3 {
		syscall.Close(fd)
	}
	return status
}

func answer(first []byte, signals <-chan os.Signal, input io.Reader, output *os.File) int {
	if _, err := output.WriteString(wire.Magic); err != nil {
		return 1
	}
	s := session.New(output, build)
	go func() {
		for received := range signals {
			if received != syscall.SIGPIPE {
				s.Interrupt()
			}
		}
	}()
	return s.Serve(io.MultiReader(bytes.NewReader(first), input))
}

// streams returns the standard input and output. No thread waits in the kernel for the input: Go's other threads would be woken to see
// that it does. The output can be the same socket. restore lets readers of the input wait again: other programs can have it open too, such
// as a shell that reads its script there.
func streams() (input, output *os.File, restore func()) {
	before, _, errno := syscall.Syscall(syscall.SYS_FCNTL, 0, syscall.F_GETFL, 0)
	syscall.SetNonblock(0, true)
	restore = func() {
		if errno == 0 && before&syscall.O_NONBLOCK == 0 {
			syscall.SetNonblock(0, false)
		}
	}
	return os.NewFile(0, "input"), os.NewFile(1, "output"), restore
}

// parse returns the bytes to read before standard input.
func parse(words []string) (first []byte, ok bool) {
	if len(words) == 0 {
		return nil, true
	}
	if len(words) != 2 || words[0] != "--first" {
		return nil, false
	}
	first, err := base64.StdEncoding.DecodeString(words[1])
	return first, err == nil
}
