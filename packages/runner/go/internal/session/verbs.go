package session

import (
	"math"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/search"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

const notRun = "commands are not run on a root that is not the running machine"

// answer begins to answer a request. An error ends the session.
func (s *Session) answer(r *request, payload []byte) error {
	switch r.kind {
	case wire.Hello:
		return s.hello(r, payload)
	case wire.Stat:
		return s.withPath(r, payload, s.stat)
	case wire.List:
		return s.withPath(r, payload, s.list)
	case wire.Controller:
		return s.withPath(r, payload, s.controller)
	case wire.Glob:
		return s.glob(r, payload)
	case wire.Read:
		return s.readFile(r, payload)
	case wire.Run:
		return s.run(r, payload)
	case wire.Which:
		return s.which(r, payload)
	case wire.Stop:
		return s.stopAll(r, payload)
	}
	return s.bye(r, payload)
}

func (s *Session) hello(r *request, payload []byte) error {
	// A head of another version may send fields that are not known here.
	var version struct {
		Protocol int `json:"protocol"`
	}
	if err := decodeLoosely(payload, &version); err != nil {
		return err
	}
	if version.Protocol != Protocol {
		go s.refuse(r.id, sys.Fail(sys.Refused,
			"this runner speaks protocol %d, the head protocol %d; use a head and a runner of the same release", Protocol, version.Protocol))
		return nil
	}
	var options helloRequest
	if err := decode(payload, &options); err != nil {
		return err
	}
	go s.greet(r, options)
	return nil
}

func (h *Host) timeoutOf(asked float64) float64 {
	if asked > 0 && !math.IsInf(asked, 0) {
		return min(asked, maxTimeout)
	}
	return min(h.timeout, maxTimeout)
}

// Seconds: a longer time does not fit a timer.
const maxTimeout = 1e9

func (h *Host) bytesOf(asked *int64) int64 {
	if asked == nil {
		return h.maxItemBytes
	}
	return max(0, min(*asked, h.maxItemBytes))
}

func (s *Session) withPath(r *request, payload []byte, verb func(r *request, path string)) error {
	var asked pathRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.Path == nil {
		return malformed("a request has no path")
	}
	path := string(*asked.Path)
	go s.guarded(r, path, s.host.timeoutOf(asked.Timeout), func() {
		if reason := r.stopped(); reason != "" {
			r.fail(sys.Fail(sys.Failed, "%s", reason))
			return
		}
		verb(r, path)
	})
	return nil
}

func (s *Session) stat(r *request, path string) {
	place, err := s.host.placeOf(path, r)
	if err != nil {
		r.fail(sys.ProblemOf(err, path))
		return
	}
	if place.through != nil {
		facts, err := place.through.Stat(place.real)
		if err != nil {
			r.fail(sys.ProblemOf(err, s.host.named(path, place.leadsTo)))
			return
		}
		r.answer(statAnswer{facts.Kind, facts.Size, facts.Modified})
		return
	}
	stat, err := s.host.opener.Stat(place.real)
	if err != nil {
		r.fail(sys.ProblemOf(err, s.host.named(path, place.leadsTo)))
		return
	}
	r.answer(statAnswer{stat.Kind(), stat.Size, stat.Modified()})
}

func (s *Session) list(r *request, path string) {
	all := &names{request: r, buffer: []byte(`{"names":[`)}
	place, err := s.host.placeOf(path, r)
	if err == nil && place.through == nil {
		err = s.host.directories.Names(place.real, all.add)
	} else if err == nil {
		var entries []files.Entry
		entries, err = place.through.Entries(place.real)
		for _, entry := range entries {
			if err == nil {
				err = all.add(entry.Name)
			}
		}
	}
	if err != nil {
		r.fail(sys.ProblemOf(err, path))
		return
	}
	all.end("]}")
}

func (s *Session) controller(r *request, path string) {
	found, notEntered, err := s.host.controller(path, r)
	answer := controllerAnswer{}
	if err == nil {
		answer.Account = accountMessage(found)
	}
	if notEntered != "" {
		answer.NotEntered = []wire.Text{wire.Text(notEntered)}
	}
	r.answer(answer)
}

func (s *Session) glob(r *request, payload []byte) error {
	var asked globRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	most := search.MaxMatches
	if asked.Newest > 0 {
		most = min(asked.Newest, maxNewest)
	}
	var patterns []string
	for _, pattern := range asked.Patterns {
		patterns = append(patterns, string(pattern))
	}
	subject := "glob"
	if len(patterns) > 0 {
		subject = patterns[0]
	}
	timeout := s.host.timeoutOf(asked.Timeout)
	go s.guarded(r, subject, timeout, func() {
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

// More matches would not fit the memory.
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
	all.end("]}")
}

func checkTarget(s *Session, to *target) error {
	switch {
	case to == nil:
		return nil
	case to.File == nil || !isPlain(string(*to.File)):
		return malformed("a request names no plain file to deliver into")
	case s.workFD < 0:
		return malformed("a request names a file to deliver into, but the runner has no work directory")
	}
	return nil
}

func (s *Session) readFile(r *request, payload []byte) error {
	var asked readRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.Path == nil {
		return malformed("a request has no path")
	}
	if err := checkTarget(s, asked.To); err != nil {
		return err
	}
	path := string(*asked.Path)
	timeout := s.host.timeoutOf(asked.Timeout)
	options := copying.Options{
		MaxBytes: s.host.bytesOf(asked.MaxBytes), Raw: asked.Raw, Timeout: timeout, Stopped: r.stopped, Waited: r.waitedFor,
	}
	if asked.Start && asked.MaxBytes != nil {
		options.MaxBytes = max(0, *asked.MaxBytes)
	}
	go s.guarded(r, path, timeout, func() {
		if reason := r.stopped(); reason != "" {
			r.fail(sys.Fail(sys.Failed, "%s", reason))
			return
		}
		copied, err := s.copy(r, path, asked, options)
		if err != nil {
			r.fail(sys.ProblemOf(err, path))
			return
		}
		r.answer(readMessage(copied, r.wasOpened()))
	})
	return nil
}

func (s *Session) copy(r *request, path string, asked readRequest, options copying.Options) (copying.Copied, error) {
	open := func() (copying.Sink, error) { return r.deliver(asked.To) }
	place, err := s.host.placeOf(path, r)
	if err != nil {
		return copying.Copied{}, err
	}
	if place.through != nil {
		return place.through.Copy(place.real, open, options)
	}
	fd, err := s.openLeased(r, path, place, asked.By, options.Timeout)
	if err != nil {
		return copying.Copied{}, err
	}
	defer sys.Close(fd)
	to, err := open()
	if err != nil {
		return copying.Copied{}, err
	}
	if asked.Start {
		return copying.Start(fd, to, options)
	}
	return copying.Open(fd, to, options)
}

const (
	firstPause   = 10 * time.Millisecond
	longestPause = 250 * time.Millisecond
)

// openLeased tries again while another process's lease keeps a file from being opened; each attempt makes the kernel ask
// that process to give the lease up.
func (s *Session) openLeased(r *request, path string, place place, by *Account, timeout float64) (int, error) {
	deadline := time.Now().Add(time.Duration(timeout * float64(time.Second)))
	for pause := firstPause; ; pause = min(pause*2, longestPause) {
		fd, err := s.host.opener.File(place.real, by.account(), s.host.named(path, place.leadsTo))
		if !sys.Is(err, syscall.EAGAIN) {
			return fd, err
		}
		if time.Now().After(deadline) || r.stopped() != "" {
			return -1, sys.Fail(sys.TimedOut,
				"%s: another process holds a lease on it and did not give it up within %s s", path, copying.Seconds(timeout))
		}
		time.Sleep(pause)
	}
}

func (s *Session) run(r *request, payload []byte) error {
	var asked runRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if len(asked.Argv) == 0 {
		return malformed("a run has no program")
	}
	if err := checkTarget(s, asked.To); err != nil {
		return err
	}
	signal, ok := map[string]syscall.Signal{"": syscall.SIGKILL, "SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGTERM}[asked.Signal]
	if !ok {
		return malformed("a run has the signal %s; allowed: SIGTERM, SIGKILL", asked.Signal)
	}
	if !s.host.isLive() {
		go r.answer(runMessage(command.Result{Problem: sys.Absent, Reason: notRun, Sha256: command.EmptySha256}, false))
		return nil
	}
	var argv []string
	for _, word := range asked.Argv {
		argv = append(argv, string(word))
	}
	how := command.Options{
		Env: plain(asked.Env), Inherited: plain(asked.Inherited), Stdin: asked.Stdin, Timeout: s.host.timeoutOf(asked.Timeout),
		Signal: signal, MaxBytes: s.host.bytesOf(asked.MaxBytes), As: asked.As.account(), Ended: r.ended, Reason: r.stopped,
	}
	go func() {
		defer r.release()
		result, err := s.host.commands.Run(argv, how, func() (copying.Sink, error) { return r.deliver(asked.To) })
		if err != nil {
			r.fail(sys.ProblemOf(err, argv[0]))
			return
		}
		r.answer(runMessage(result, r.wasOpened()))
	}()
	return nil
}

func runMessage(result command.Result, opened bool) runAnswer {
	return runAnswer{
		RC: result.RC, Signal: result.Signal, Problem: result.Problem, Reason: wire.Text(result.Reason), Cut: result.Cut,
		Bytes: result.Bytes, Sha256: result.Sha256, Wall: result.Wall, CPU: result.CPU, Memory: result.Memory, Opened: opened,
	}
}

func (s *Session) which(r *request, payload []byte) error {
	var asked whichRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.Word == nil {
		return malformed("a request has no word")
	}
	word := string(*asked.Word)
	go s.guarded(r, word, s.host.timeoutOf(0), func() {
		if !s.host.isLive() {
			r.answer(whichAnswer{Problem: sys.Absent, Reason: notRun})
			return
		}
		found, failure := s.host.finder.Find(word)
		if failure != nil {
			r.answer(whichAnswer{Problem: failure.Problem, Reason: wire.Text(failure.Reason)})
			return
		}
		if asked.Process != 0 {
			if reason := program.NotRunBy(asked.Process, found.Real); reason != "" {
				r.answer(whichAnswer{Problem: sys.Refused, Reason: wire.Text(reason)})
				return
			}
		}
		r.answer(whichAnswer{Path: wire.Text(found.Path)})
	})
	return nil
}

func (s *Session) stopAll(r *request, payload []byte) error {
	var asked stopRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.Reason == nil || *asked.Reason == "" {
		return malformed("a stop has no reason")
	}
	s.stop(string(*asked.Reason), r)
	go func() { r.answer(endedAnswer{s.host.commands.EndAll()}) }()
	return nil
}

func (s *Session) bye(r *request, payload []byte) error {
	if len(payload) > 0 {
		return malformed("a bye has content")
	}
	s.stop("the head has taken leave", r)
	go func() {
		r.answer(endedAnswer{s.host.commands.EndAll()})
		s.finish(0)
	}()
	return nil
}

func sortTexts(texts []string) {
	slices.SortFunc(texts, func(a, b string) int {
		switch {
		case a == b:
			return 0
		case wire.Less(a, b):
			return -1
		}
		return 1
	})
}
