package session

import (
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func checkTarget(s *Session, to *target) error {
	switch {
	case to == nil:
		return nil
	case to.file == nil || !isPlain(*to.file):
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
	if asked.path == nil {
		return malformed("a request has no path")
	}
	if err := checkTarget(s, asked.to); err != nil {
		return err
	}
	path := *asked.path
	timeout := s.host.timeoutOf(asked.timeout)
	options := copying.Options{
		MaxBytes: s.host.bytesOf(asked.maxBytes), Raw: asked.raw, Timeout: timeout, Stopped: r.stopped, Waited: r.waitedFor,
	}
	if asked.start && asked.maxBytes != nil {
		options.MaxBytes = max(0, *asked.maxBytes)
	}
	go s.guarded(r, path, timeout, func() {
		if reason := r.stopped(); reason != "" {
			r.fail(sys.Fail(sys.Failed, reason))
			return
		}
		copied, err := s.copy(r, path, asked, options)
		if err != nil {
			r.fail(sys.ProblemOf(err, path))
			return
		}
		r.answer(readAnswer{copied, r.delivered()})
	})
	return nil
}

func (s *Session) copy(r *request, path string, asked readRequest, options copying.Options) (copying.Copied, error) {
	open := func() (copying.Sink, error) { return r.deliver(asked.to) }
	place, err := s.host.placeOf(path, r)
	if err != nil {
		return copying.Copied{}, err
	}
	if place.through != nil {
		return place.through.Copy(place.real, open, options)
	}
	fd, err := s.openLeased(r, path, place, asked.by, options.Timeout)
	if err != nil {
		return copying.Copied{}, err
	}
	defer sys.Close(fd)
	to, err := open()
	if err != nil {
		return copying.Copied{}, err
	}
	if asked.start {
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
func (s *Session) openLeased(r *request, path string, place place, by *account.Account, timeout float64) (int, error) {
	deadline := time.Now().Add(time.Duration(timeout * float64(time.Second)))
	for pause := firstPause; ; pause = min(pause*2, longestPause) {
		fd, err := s.host.opener.File(place.real, by, s.host.named(path, place.leadsTo))
		if !sys.Is(err, syscall.EAGAIN) {
			return fd, err
		}
		if time.Now().After(deadline) || r.stopped() != "" {
			return -1, sys.Fail(sys.TimedOut, path+": another process holds a lease on it and did not give it up within "+copying.Seconds(timeout)+" s")
		}
		time.Sleep(pause)
	}
}
