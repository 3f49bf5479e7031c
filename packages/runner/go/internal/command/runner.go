package command

import (
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Options are how one command is to be run.
type Options struct {
	Env, Inherited map[string]string
	// Stdin is the input; nil for an empty one.
	Stdin []byte
	// Seconds.
	Timeout  float64
	Signal   syscall.Signal
	MaxBytes int64
	As       *account.Account
	// Ended is closed when the command is to end; Reason then says why.
	Ended  <-chan struct{}
	Reason func() string
	// Turn is the command's place among those that wait; Run asks for one, and leaves it in any case.
	Turn *Turn
}

// Tools are what a runner needs of the host.
type Tools struct {
	Finder *program.Finder
	// Timeout in seconds and MaxBytes are those of commands that the runner runs for itself.
	Timeout  float64
	MaxBytes int64
	Jobs     int
	// List gives the names in a directory; nothing if it cannot be listed.
	List func(directory string) []string
	// Controller is the account other than root that controls what a path leads to; nil if only root does.
	Controller func(path string) *account.Account
	// Run is the value of the mark.
	Run string
}

// Runner runs commands: as the runner's own user, or as another with no login.
type Runner struct {
	Tools
	reaper    *reaper
	leftovers *Leftovers
	starter   *starter
	turns     *turns
	mutex     sync.Mutex
	running   map[int]bool
	asked     map[string]string
}

// A process has one of each: waiting for any child is waiting for all of them, and the threads that start processes never end.
var (
	theReaper  = sync.OnceValue(newReaper)
	theStarter = sync.OnceValue(newStarter)
)

// NewRunner makes the runner of commands.
func NewRunner(tools Tools) *Runner {
	return &Runner{
		Tools: tools, reaper: theReaper(), leftovers: NewLeftovers(tools.Run), starter: theStarter(),
		turns: newTurns(tools.Jobs), running: map[int]bool{}, asked: map[string]string{},
	}
}

func (r *Runner) setRunning(pid int, is bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if is {
		r.running[pid] = true
	} else {
		delete(r.running, pid)
	}
}

// EndAll ends everything that was started and what it left behind; it returns how many processes had outlived their command.
func (r *Runner) EndAll() int {
	r.mutex.Lock()
	groups := map[int]bool{}
	for pid := range r.running {
		groups[pid] = true
		syscall.Kill(-pid, syscall.SIGKILL)
	}
	r.mutex.Unlock()
	return r.leftovers.EndAll(func(group int) bool { return groups[group] })
}

// prepared is a command that was found, and judged.
type prepared struct {
	program *program.Found
	argv    []string
	env     map[string]string
	as      *account.Account
}

// Ask takes the next place among the commands that wait for their turn.
func (r *Runner) Ask() *Turn { return r.turns.ask() }

// Run runs a command. `open` gives the sink for its output, once the command's turn has come; its errors and those of the sink
// are the only ones.
func (r *Runner) Run(argv []string, how Options, open func() (copying.Sink, error)) (Result, error) {
	turn := how.Turn
	if turn == nil {
		turn = r.Ask()
	}
	defer turn.Leave()
	command, failure := r.prepare(argv, how)
	if failure != nil {
		return failed(failure), nil
	}
	select {
	case <-turn.ready():
	case <-how.Ended:
	}
	if reason := how.Reason(); reason != "" {
		return failed(sys.Fail(sys.Failed, reason)), nil
	}
	fd, err := command.program.Open()
	if err != nil {
		known := sys.ProblemOf(err, command.program.Path)
		return failed(known), nil
	}
	defer sys.Close(fd)
	to, err := open()
	if err != nil {
		return Result{}, err
	}
	return r.execute(&execution{
		Program: launch.Program{
			Path: command.program.Path, Argv: command.argv, Env: safeEnvironment(how.Inherited, command.env, r.Tools.Run), As: command.as,
		},
		fd: fd, byRunner: command.as != nil || !command.program.OfSystem, stdin: how.Stdin,
		timeout: how.Timeout, signal: how.Signal, maxBytes: how.MaxBytes,
		ended: how.Ended, reason: how.Reason,
	}, to)
}

func failed(failure *sys.HostError) Result {
	return Result{Problem: failure.Problem, Reason: failure.Reason}
}
