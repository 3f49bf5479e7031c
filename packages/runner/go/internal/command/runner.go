package command

import (
	"slices"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Options are those of one command.
type Options struct {
	Env, Inherited map[string]string
	// Stdin is the input; nil for none.
	Stdin []byte
	// Seconds.
	Timeout  float64
	Signal   syscall.Signal
	MaxBytes int64
	As       *account.Account
	// Ended is closed when the command must end. Reason then returns why.
	Ended  <-chan struct{}
	Reason func() string
	// Turn is the place of the command in the queue. If it is nil, Run takes one. Run always leaves it.
	Turn *Turn
}

// Tools are the parts of a host that a Runner needs.
type Tools struct {
	Finder *program.Finder
	// Timeout (in seconds) and MaxBytes limit commands that the runner needs for itself.
	Timeout  float64
	MaxBytes int64
	Jobs     int
	// List returns the names in a directory; none if it cannot be listed.
	List func(directory string) []string
	// Controller returns the account other than root that controls the target of a path; nil if only root does.
	Controller func(path string) *account.Account
	// Run is the value of Marker.
	Run string
}

// Runner runs commands as the runner's own user, or as another without a login.
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

// Shared by all Runners of the process: waiting for any child waits for all of them, and threads that start processes never end.
var (
	theReaper  = sync.OnceValue(newReaper)
	theStarter = sync.OnceValue(newStarter)
)

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

// EndAll kills everything that was started, and everything left behind. It returns how many processes
// have outlived their command.
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

// prepared is a command whose program was found and judged.
type prepared struct {
	program *program.Found
	argv    []string
	env     map[string]string
	as      *account.Account
	// elsewhere is the path of the program if it differs from the one in the command.
	elsewhere string
}

// Ask takes the next place in the queue.
func (r *Runner) Ask() *Turn { return r.turns.ask() }

// Run runs a command when its turn has come. All errors are those of the sink.
func (r *Runner) Run(argv []string, how Options, to copying.Sink) (Result, error) {
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
	result, err := r.execute(&execution{
		Program: launch.Program{
			Path: command.program.Path, Argv: command.argv, Env: safeEnvironment(how.Inherited, command.env, r.Tools.Run), As: command.as,
		},
		fd: fd, byRunner: command.as != nil || !command.program.OfSystem, stdin: how.Stdin,
		timeout: how.Timeout, signal: how.Signal, maxBytes: how.MaxBytes,
		ended: how.Ended, reason: how.Reason,
	}, to)
	result.Program = command.elsewhere
	return result, err
}

func failed(failure *sys.HostError) Result {
	return Result{Problem: failure.Problem, Reason: failure.Reason}
}

// turns limits the commands that run at once. Of those that are ready, the one that asked first is next.
type turns struct {
	mutex   sync.Mutex
	free    int
	waiting []*Turn
}

// Turn is a command's place in the queue. Call Leave when it is no longer needed.
type Turn struct {
	of      *turns
	isReady bool
	come    chan struct{}
	once    sync.Once
}

func newTurns(most int) *turns { return &turns{free: most} }

func (t *turns) ask() *Turn {
	turn := &Turn{of: t, come: make(chan struct{})}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.waiting = append(t.waiting, turn)
	return turn
}

// ready returns a channel that is closed when the turn has come. Until it is called, the command delays no other.
func (t *Turn) ready() <-chan struct{} {
	t.of.mutex.Lock()
	defer t.of.mutex.Unlock()
	t.isReady = true
	t.of.next()
	return t.come
}

// Leave ends the turn, or gives up the place.
func (t *Turn) Leave() {
	t.once.Do(func() {
		t.of.mutex.Lock()
		defer t.of.mutex.Unlock()
		if place := slices.Index(t.of.waiting, t); place >= 0 {
			t.of.waiting = slices.Delete(t.of.waiting, place, place+1)
			return
		}
		t.of.free++
		t.of.next()
	})
}

// AreMany reports whether so many commands wait for their turn that the head need not ask for more soon.
func (r *Runner) AreMany() bool {
	r.turns.mutex.Lock()
	defer r.turns.mutex.Unlock()
	return len(r.turns.waiting) >= 2*r.Jobs
}

func (t *turns) next() {
	for t.free > 0 {
		place := slices.IndexFunc(t.waiting, func(each *Turn) bool { return each.isReady })
		if place < 0 {
			return
		}
		t.free--
		close(t.waiting[place].come)
		t.waiting = slices.Delete(t.waiting, place, place+1)
	}
}
