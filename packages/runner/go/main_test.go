package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

const inARunner = "HOSTSPEC_TEST_RUNNER"

func TestMain(m *testing.M) {
	if os.Getenv(inARunner) != "" {
		main()
	}
	os.Exit(m.Run())
}

// A process that is executed through a descriptor has the name of its number, such as 3, in lists of processes.
func TestTheProcessHasTheNameOfTheProgram(t *testing.T) {
	name, err := os.ReadFile("/proc/self/comm")
	if err != nil || string(name) != "hostspec-runner\n" {
		t.Errorf("the process is called %q: %v", name, err)
	}
}

// Some programs between head and runner give it one socket for both directions, so what is set for the input is set for the output.
func TestInputAndOutputCanBeOneSocket(t *testing.T) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	// An answer has many times the bytes that fit.
	syscall.SetsockoptInt(ends[1], syscall.SOL_SOCKET, syscall.SO_SNDBUF, 0)
	head, socket := os.NewFile(uintptr(ends[0]), "head"), os.NewFile(uintptr(ends[1]), "runner")
	runner := exec.Command("/proc/self/exe")
	runner.Env = []string{inARunner + "=1"}
	runner.Stdin, runner.Stdout = socket, socket
	if err := runner.Start(); err != nil {
		t.Fatal(err)
	}
	socket.Close()
	folder := t.TempDir()
	for number := range 500 {
		name := fmt.Sprintf("%s-%d", strings.Repeat("x", 200), number)
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wire.NewWriter(head).Write(
		wire.Frame{ID: 1, Kind: wire.Hello, Payload: []byte(`{"protocol":3}`)},
		wire.Frame{ID: 2, Kind: wire.List, Payload: []byte(`{"path":` + wire.Quote(folder) + `}`)},
	)
	if _, err := fmt.Fscanf(head, wire.Magic); err != nil {
		t.Fatal(err)
	}
	got := 0
	for isLast := false; !isLast; {
		frame, err := wire.ReadFrame(head)
		if err != nil {
			t.Fatal(err)
		}
		got += strings.Count(string(frame.Payload), "xxx-")
		isLast = frame.ID == 2 && frame.Flags == 0
	}
	head.Close()
	if err := runner.Wait(); err != nil || got != 500 {
		t.Errorf("%d names, want 500: %v", got, err)
	}
}

func TestInputStaysAsItWas(t *testing.T) {
	ended := func(t *testing.T, runner *exec.Cmd, input *os.File) { input.Close() }
	signalled := func(t *testing.T, runner *exec.Cmd, input *os.File) { runner.Process.Signal(syscall.SIGTERM) }
	wrong := func(t *testing.T, runner *exec.Cmd, input *os.File) { input.WriteString(strings.Repeat("\xff", 64)) }
	for name, end := range map[string]func(*testing.T, *exec.Cmd, *os.File){
		"end": ended, "signal": signalled, "input that is no frame": wrong,
	} {
		for _, before := range []int{0, syscall.O_NONBLOCK} {
			t.Run(fmt.Sprintf("%s, flags %#o", name, before), func(t *testing.T) {
				var ends [2]int
				if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC|before); err != nil {
					t.Fatal(err)
				}
				defer syscall.Close(ends[0])
				input := os.NewFile(uintptr(ends[1]), "input")
				defer input.Close()
				runner := exec.Command("/proc/self/exe")
				runner.Env = []string{inARunner + "=1"}
				runner.Stdin = os.NewFile(uintptr(ends[0]), "shared")
				output, err := runner.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := runner.Start(); err != nil {
					t.Fatal(err)
				}
				if _, err := fmt.Fscanf(output, wire.Magic); err != nil {
					t.Fatal(err)
				}
				if flagsOf(t, ends[0])&syscall.O_NONBLOCK == 0 {
					t.Error("readers of the input wait during the run")
				}
				end(t, runner, input)
				runner.Wait()
				if got := flagsOf(t, ends[0]) & syscall.O_NONBLOCK; got != before {
					t.Errorf("flags %#o after the run, want %#o", got, before)
				}
			})
		}
	}
}

func flagsOf(t *testing.T, fd int) int {
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFL, 0)
	if errno != 0 {
		t.Fatal(errno)
	}
	return int(flags)
}
