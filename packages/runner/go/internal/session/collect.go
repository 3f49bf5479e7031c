package session

import (
	"math"
	"strconv"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/search"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/workers"
)

func (s *Session) readFile(r *request, payload []byte) error {
	var asked readRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.path == nil {
		return malformed("a request has no path")
	}
	path := *asked.path
	timeout := s.host.timeoutOf(asked.timeout)
	options := copying.Options{
		MaxBytes: s.host.bytesOf(asked.maxBytes), Raw: asked.raw, Timeout: timeout, Stopped: r.stopped, Waited: r.waitedFor,
	}
	if asked.from != nil {
		options.Part = &copying.Part{From: max(0, *asked.from), To: math.MaxInt64}
		if asked.until != nil {
			options.Part.To = max(0, *asked.until)
		}
	}
	if asked.start && asked.maxBytes != nil {
		options.MaxBytes = max(0, *asked.maxBytes)
	}
	s.guarded(r, path, timeout, func() {
		copied, err := s.copy(r, path, asked, options)
		if err != nil {
			r.fail(sys.ProblemOf(err, path))
			return
		}
		r.answer(readAnswer{copied})
	})
	return nil
}

func (s *Session) copy(r *request, path string, asked readRequest, options copying.Options) (copying.Copied, error) {
	place, err := s.host.placeOf(path, r)
	if err != nil {
		return copying.Copied{}, err
	}
	accept := s.host.onlyAt(path, asked.realPath)
	if place.through != nil {
		if err := accept(place.real); err != nil {
			return copying.Copied{}, err
		}
		return place.through.Copy(place.real, r.content, options)
	}
	fd, err := s.openLeased(r, path, place, asked.by, accept, options.Timeout)
	if err != nil {
		return copying.Copied{}, err
	}
	defer sys.Close(fd)
	if asked.start {
		return copying.Start(fd, r.content, options)
	}
	return copying.Open(fd, r.content, options)
}

const (
	firstPause   = 10 * time.Millisecond
	longestPause = 250 * time.Millisecond
)

// openLeased opens a file, and tries again while another process has a lease on it. Each attempt makes
// the kernel ask that process to give it up.
func (s *Session) openLeased(r *request, path string, place place, by *account.Account, accept func(real string) error, timeout float64) (int, error) {
	deadline := time.Now().Add(time.Duration(timeout * float64(time.Second)))
	for pause := firstPause; ; pause = min(pause*2, longestPause) {
		fd, err := s.host.opener.File(place.real, by, s.host.named(path, place.leadsTo), accept)
		if err == nil && by != nil && by.Within != "" {
			return s.requireWithin(r, fd, path, by.Within)
		}
		if !sys.Is(err, syscall.EAGAIN) {
			return fd, err
		}
		if time.Now().After(deadline) || r.stopped() != "" {
			return -1, sys.Fail(sys.TimedOut, path+": another process holds a lease on it and did not give it up within "+copying.Seconds(timeout)+" s")
		}
		time.Sleep(pause)
	}
}

// requireWithin returns an open file if it is in a directory, and otherwise closes it and returns an error.
func (s *Session) requireWithin(r *request, fd int, path, within string) (int, error) {
	directory, err := s.host.placeOf(within, r)
	if err == nil {
		err = s.host.opener.RequireWithin(fd, path, directory.real, within)
	}
	if err != nil {
		sys.Close(fd)
		return -1, err
	}
	return fd, nil
}

func (s *Session) glob(r *request, payload []byte) error {
	var asked globRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	most := search.MaxMatches
	if asked.newest > 0 {
		most = min(asked.newest, maxNewest)
	}
	patterns := asked.patterns
	subject := "glob"
	if len(patterns) > 0 {
		subject = patterns[0]
	}
	timeout := s.host.timeoutOf(asked.timeout)
	s.guarded(r, subject, timeout, func() {
		found, err := search.Glob(patterns, s.host.search(r, timeout), most)
		if err != nil {
			r.fail(sys.ProblemOf(err, subject))
			return
		}
		if r.wasCancelled() {
			r.fail(sys.Fail(sys.Failed, "cancelled"))
			return
		}
		writeMatches(r, found)
	})
	return nil
}

// More matches would not fit into memory.
const maxNewest = 20_000

func writeMatches(r *request, found *search.Matches) {
	all := &names{request: r, buffer: []byte(`{"paths":[`)}
	for _, path := range found.Paths {
		if all.add(path) != nil {
			return
		}
	}
	all.buffer = append(all.buffer, "],"...)
	if found.Matched > 0 {
		all.buffer = append(all.buffer, `"matched":`+strconv.Itoa(found.Matched)+","...)
	}
	all.buffer = append(all.buffer, `"notEntered":[`...)
	all.any = false
	for _, reason := range found.NotEntered {
		if all.add(reason) != nil {
			return
		}
	}
	if found.Problem == "" {
		all.end("]}")
	} else {
		all.end(`],"problem":` + strconv.Quote(string(found.Problem)) + "}")
	}
}

func (s *Session) run(r *request, payload []byte) error {
	var asked runRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if len(asked.argv) == 0 {
		return malformed("a run has no program")
	}
	signal, ok := map[string]syscall.Signal{"": syscall.SIGKILL, "SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGTERM}[asked.signal]
	if !ok {
		return malformed("a run has the signal " + asked.signal + "; allowed: SIGTERM, SIGKILL")
	}
	if !s.host.isLive() {
		go r.answer(runAnswer{command.Result{Problem: sys.Absent, Reason: notRun}})
		return nil
	}
	argv := asked.argv
	how := command.Options{
		Env: asked.env, Inherited: asked.inherited, Stdin: asked.stdin, Timeout: s.host.timeoutOf(asked.timeout),
		Signal: signal, MaxBytes: s.host.bytesOf(asked.maxBytes), As: asked.as, Ended: r.ended, Reason: r.stopped,
		// Taken here, in the order of arrival: goroutines start in any order.
		Turn: s.host.commands.Ask(),
	}
	workers.Do(func() {
		result, err := s.host.commands.Run(argv, how, r.content)
		if err != nil {
			r.fail(sys.ProblemOf(err, argv[0]))
			return
		}
		r.answer(runAnswer{result})
	})
	return nil
}
