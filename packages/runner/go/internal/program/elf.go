package program

import (
	"encoding/binary"
	"runtime"
	"strings"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const (
	headerBytes = 64
	firstLine   = 256
)

// Machine numbers of ELF: x86-64 runs i386, 64-bit Arm runs 32-bit Arm.
var alsoRuns = map[uint16]uint16{62: 3, 183: 40}

// interpreterOf returns the interpreter on the first line of a script, which may be empty.
func interpreterOf(start []byte) (interpreter string, isScript bool) {
	line, isScript := strings.CutPrefix(string(start), "#!")
	if !isScript {
		return "", false
	}
	line = strings.TrimLeft(line, " \t")
	if end := strings.IndexAny(line, " \t\n"); end >= 0 {
		line = line[:end]
	}
	return line, true
}

var machines = map[string]uint16{"amd64": 62, "arm64": 183, "s390x": 22, "ppc64le": 21}

func isBinaryOfThisMachine(start []byte) bool {
	machine, ok := elfMachine(start)
	if !ok {
		return false
	}
	own, ok := machines[runtime.GOARCH]
	if !ok {
		return true
	}
	other, also := alsoRuns[own]
	return machine == own || also && machine == other
}

// elfMachine checks what the kernel checks: a program or shared object whose headers have the right size for its class.
func elfMachine(start []byte) (uint16, bool) {
	if len(start) < 52 || string(start[:4]) != "\x7fELF" {
		return 0, false
	}
	is64 := start[4] == 2
	if is64 && len(start) < headerBytes {
		return 0, false
	}
	at := binary.BigEndian.Uint16
	if start[5] == 1 {
		at = binary.LittleEndian.Uint16
	}
	entrySize, entries, wanted := at(start[42:]), at(start[44:]), uint16(32)
	if is64 {
		entrySize, entries, wanted = at(start[54:]), at(start[56:]), 56
	}
	kind := at(start[16:])
	if kind != 2 && kind != 3 || entrySize != wanted || entries == 0 {
		return 0, false
	}
	return at(start[18:]), true
}

func firstBytes(path string) ([]byte, bool) {
	fd, err := sys.Open(path, sys.ReadOnly)
	if err != nil {
		return nil, false
	}
	defer sys.Close(fd)
	start := make([]byte, firstLine)
	got, err := sys.ReadAt(fd, start, 0)
	return start[:got], err == nil
}
