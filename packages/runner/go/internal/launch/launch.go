// Package launch executes a program in place of a process of the runner. A start waits until the new
// process has executed a program, and blocks all other starts. So the new process executes the runner
// again, and only then does anything that can hang, or that an account can stop.
package launch

import (
	"strconv"
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// ReportFD is the descriptor to which the new process writes why it could not execute the program.
const ReportFD = 3

const (
	verb = "--launch"
	// Set if the program is executed by descriptor.
	programFD = 4
)

// Program is what to execute.
type Program struct {
	// Path is empty for a program given as a descriptor.
	Path string
	Argv []string
	Env  []string
	// As is the account to run it as; nil for the runner's own.
	As *account.Account
}

// Self returns the path by which the runner can execute itself again; empty if there is none.
func Self(own string) string {
	if _, err := sys.Lstat(executable); err == nil {
		return executable
	}
	if strings.HasPrefix(own, "/") {
		return own
	}
	return ""
}

// It leads to the file even if its name was removed.
const executable = "/proc/self/exe"

// Words returns the arguments with which the runner executes the program in a child of the process parent.
func (p Program) Words(parent int) []string {
	words := []string{"hostspec-runner", verb, strconv.Itoa(parent), rightsOf(p.As), p.Path, strconv.Itoa(len(p.Env))}
	return append(append(words, p.Env...), p.Argv...)
}

func rightsOf(as *account.Account) string {
	if as == nil {
		return ""
	}
	ids := []string{number(as.Uid), number(as.Gid)}
	for _, group := range as.Groups {
		ids = append(ids, number(group))
	}
	return strings.Join(ids, ",")
}

func number(id uint32) string { return strconv.FormatUint(uint64(id), 10) }

// IsAsked reports whether the arguments are those of Words.
func IsAsked(words []string) bool { return len(words) > 1 && words[1] == verb }

// Run executes the program that the arguments describe. It returns only on failure, after the report.
func Run(words []string) {
	syscall.CloseOnExec(ReportFD)
	syscall.CloseOnExec(programFD)
	program, parent, err := parse(words)
	stage := stageOfProgram
	if err == nil && program.As != nil {
		stage = stageOfRights
		err = become(program.As, parent)
	}
	if err == nil {
		stage = stageOfProgram
		err = syscall.Exec(program.Path, program.Argv, program.Env)
	}
	errno, _ := err.(syscall.Errno)
	syscall.Write(ReportFD, []byte{stage, byte(errno)})
}

func parse(words []string) (p Program, parent int, err error) {
	invalid := func() (Program, int, error) { return Program{}, 0, syscall.EINVAL }
	if len(words) < 7 {
		return invalid()
	}
	parent, err = strconv.Atoi(words[2])
	if err != nil {
		return invalid()
	}
	if p.As, err = parseRights(words[3]); err != nil {
		return invalid()
	}
	variables, err := strconv.Atoi(words[5])
	rest := words[6:]
	if err != nil || variables < 0 || variables >= len(rest) {
		return invalid()
	}
	p.Path, p.Env, p.Argv = words[4], rest[:variables], rest[variables:]
	if p.Path == "" {
		p.Path = files.HeldPath(programFD)
	}
	return p, parent, nil
}

func parseRights(text string) (*account.Account, error) {
	if text == "" {
		return nil, nil
	}
	var ids []uint32
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return nil, err
		}
		ids = append(ids, uint32(id))
	}
	if len(ids) < 2 {
		return nil, syscall.EINVAL
	}
	return &account.Account{Uid: ids[0], Gid: ids[1], Groups: ids[2:]}, nil
}

const (
	stageOfRights  byte = 'r'
	stageOfProgram byte = 'p'
)

// Report is the reason why a program was not executed.
type Report struct {
	Errno syscall.Errno
	// Rights is true if the process could not take on the rights of the account.
	Rights bool
}

// ReadReport reads the report of an ended process; nil if it executed its program.
func ReadReport(fd int) *Report {
	var text [2]byte
	if got, err := syscall.Read(fd, text[:]); err != nil || got < len(text) {
		return nil
	}
	return &Report{Errno: syscall.Errno(text[1]), Rights: text[0] == stageOfRights}
}
