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
	"strconv"
	"syscall"

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
	usageSentence = "usage: hostspec-runner [--work-fd N] [--first BASE64]; it is started by hostspec, see PROTOCOL.md\n"
)

func main() {
	if launch.IsAsked(os.Args) {
		launch.Run(os.Args)
		os.Exit(1)
	}
	given, ok := parse(os.Args[1:])
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
	os.Exit(serve(given, signals))
}

func serve(given arguments, signals <-chan os.Signal) int {
	input, output, restore := streams()
	status := answer(given, signals, input, output)
	restore()
	// A thread waiting in the kernel keeps the dead process, but not the head: its end of the pipe is closed now.
	for fd := range 3 {
		syscall.Close(fd)
	}
	if given.work >= 0 {
		syscall.Close(given.work)
	}
	return status
}

func answer(given arguments, signals <-chan os.Signal, input io.Reader, output *os.File) int {
	if _, err := output.WriteString(wire.Magic); err != nil {
		return 1
	}
	s := session.New(output, build, given.work)
	go func() {
		for received := range signals {
			if received != syscall.SIGPIPE {
				s.Interrupt()
			}
		}
	}()
	return s.Serve(io.MultiReader(bytes.NewReader(given.first), input))
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

// arguments is the parsed command line.
type arguments struct {
	// work is the descriptor of the head's work directory, or -1.
	work int
	// first holds the bytes to read before standard input.
	first []byte
}

func parse(words []string) (given arguments, ok bool) {
	given.work = -1
	for ; len(words) >= 2; words = words[2:] {
		var err error
		switch words[0] {
		case "--work-fd":
			given.work, ok = workDirectory(words[1])
		case "--first":
			given.first, err = base64.StdEncoding.DecodeString(words[1])
			ok = err == nil
		default:
			ok = false
		}
		if !ok {
			return given, false
		}
	}
	return given, len(words) == 0
}

// workDirectory checks that the descriptor with this number is a directory.
func workDirectory(number string) (fd int, ok bool) {
	fd, err := strconv.Atoi(number)
	if err != nil || fd < 3 {
		return -1, false
	}
	var found syscall.Stat_t
	if err := syscall.Fstat(fd, &found); err != nil || found.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		return -1, false
	}
	return fd, true
}
