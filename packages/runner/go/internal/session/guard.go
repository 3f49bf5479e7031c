package session

import (
	"strconv"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/workers"
)

const (
	// Limits of accesses: at the same time; those that are slow, so that others may begin; those given up
	// that still wait in the kernel.
	maxAccesses = 32
	maxSlow     = 128
	maxStuck    = 64
	slowAfter   = 100 * time.Millisecond
	// Time for an access to end by itself after its limit.
	graceForAccess = 500 * time.Millisecond
	graceAfterEnd  = 200 * time.Millisecond
)

// guarded runs an access, which may wait in the kernel for ever, in parallel, and gives up after its
// time. work answers the request; it is not called for a request that has been stopped.
func (s *Session) guarded(r *request, subject string, timeout float64, work func()) {
	workers.Do(func() {
		if s.stuck.Load() >= maxStuck {
			r.fail(sys.Fail(sys.Failed, subject+": not accessed, because "+strconv.Itoa(maxStuck)+" earlier accesses still wait for file systems that do not answer"))
			return
		}
		select {
		case s.accesses <- struct{}{}:
		case <-r.ended:
			r.fail(sys.Fail(sys.Failed, r.stopped()))
			return
		}
		done := make(chan struct{})
		started := time.Now()
		slow := time.AfterFunc(slowAfter, func() { s.watch(r, subject, timeout, started, done) })
		if reason := r.stopped(); reason == "" {
			work()
		} else {
			r.fail(sys.Fail(sys.Failed, reason))
		}
		if slow.Stop() {
			<-s.accesses
		} else {
			close(done)
		}
	})
}

// watch waits for the end of a slow access, until its time is over. Meanwhile, it lets another access begin, unless too many are slow.
func (s *Session) watch(r *request, subject string, timeout float64, started time.Time, done <-chan struct{}) {
	place := s.accesses
	select {
	case s.slow <- struct{}{}:
		<-place
		place = s.slow
	default:
	}
	inTime := s.inTime(r, timeout, started, done)
	<-place
	if inTime {
		return
	}
	s.stuck.Add(1)
	if reason := r.stopped(); reason == "" {
		r.end("given up", false)
		r.fail(sys.Fail(sys.TimedOut, subject+": took longer than "+copying.Seconds(timeout)+" s"))
	} else {
		r.fail(sys.Fail(sys.Failed, reason))
	}
	<-done
	s.stuck.Add(-1)
}

func (s *Session) inTime(r *request, timeout float64, started time.Time, done <-chan struct{}) bool {
	limit := time.Duration(timeout*float64(time.Second)) + graceForAccess
	ended := (<-chan struct{})(r.ended)
	for {
		left := limit + r.waitedFor() - time.Since(started)
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
			limit = time.Since(started) - r.waitedFor() + graceAfterEnd
		case <-timer.C:
		}
		timer.Stop()
	}
}
