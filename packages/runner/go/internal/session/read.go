package session

import (
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

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
