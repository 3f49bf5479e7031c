package command

import (
	"os"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// programPlace is the place of the opened program in what is given; only a process that reports has one.
const programPlace = 3

type descriptors struct {
	// given are those of newProcess. They are closed here after the start, except for a program.
	given []int
	out   *output
	// input writes to the command; nil without input.
	input *os.File
	// report is the end of a pipe from which to read why a process of the runner could not execute the
	// program; -1 if it is not used.
	report int
}

func openAll(e *execution, to copying.Sink) (*descriptors, error) {
	d := &descriptors{report: -1}
	out, writeEnd, err := newOutput(to, e.maxBytes)
	if err != nil {
		return nil, err
	}
	d.out, d.given = out, []int{-1, writeEnd}
	if e.stdin != nil {
		d.given[0], d.input, err = openInput()
	}
	if err == nil && e.byRunner {
		err = d.addReport()
	}
	if err != nil {
		d.closeGiven()
		d.closeInput()
		out.file.Close()
		return nil, err
	}
	if e.fd >= 0 {
		d.given = append(d.given, e.fd)
	}
	return d, nil
}

func (d *descriptors) addReport() error {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		return err
	}
	d.report, d.given = ends[0], append(d.given, ends[1])
	return nil
}

func (d *descriptors) closeGiven() {
	for place, fd := range d.given {
		if place < programPlace {
			sys.Close(fd)
		}
	}
}

func (d *descriptors) closeInput() {
	if d.input != nil {
		d.input.Close()
	}
}

// openInput makes the pipe to a command's standard input.
func openInput() (fd int, writer *os.File, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return -1, nil, err
	}
	syscall.SetNonblock(ends[1], true)
	return ends[0], os.NewFile(uintptr(ends[1]), "input"), nil
}
