package session

import (
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const (
	// Accesses to files at once, and accesses that were given up but still wait in the kernel.
	maxAccesses = 64
	maxStuck    = 64
	// An access that can end by itself after its time does so within this.
	graceForAccess = 500 * time.Millisecond
	graceAfterEnd  = 200 * time.Millisecond
)

// guarded does something that may wait in the kernel for ever: beside everything else, and given up after its time. `work`
// answers the request.
func (s *Session) guarded(r *request, subject string, timeout float64, work func()) {
	if s.stuck.Load() >= maxStuck {
		r.fail(sys.Fail(sys.Failed,
			"%s: not accessed, because %d earlier accesses still wait for file systems that do not answer", subject, maxStuck))
		return
	}
	select {
	case s.accesses <- struct{}{}:
	case <-r.ended:
		r.fail(sys.Fail(sys.Failed, "%s", r.stopped()))
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer r.release()
		work()
	}()
	if s.inTime(r, timeout, done) {
		<-s.accesses
		return
	}
	s.stuck.Add(1)
	<-s.accesses
	go func() {
		<-done
		s.stuck.Add(-1)
	}()
	if reason := r.stopped(); reason != "" {
		r.fail(sys.Fail(sys.Failed, "%s", reason))
		return
	}
	r.end("given up", false)
	r.fail(sys.Fail(sys.TimedOut, "%s: took longer than %s s", subject, copying.Seconds(timeout)))
}

func (s *Session) inTime(r *request, timeout float64, done <-chan struct{}) bool {
	start := time.Now()
	limit := time.Duration(timeout*float64(time.Second)) + graceForAccess
	ended := (<-chan struct{})(r.ended)
	for {
		left := limit + r.waitedFor() - time.Since(start)
		if left <= 0 {
			return false
		}
		timer := time.NewTimer(left)
		select {
		case <-done:
			timer.Stop()
			return true
		case <-ended:
			ended = nil
			limit = time.Since(start) - r.waitedFor() + graceAfterEnd
		case <-timer.C:
		}
		timer.Stop()
	}
}
