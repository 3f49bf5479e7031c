package session

import (
	"strconv"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
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
	go func() {
		defer close(done)
		defer r.release()
		if reason := r.stopped(); reason != "" {
			r.fail(sys.Fail(sys.Failed, reason))
			return
		}
		work()
	}()
	leave := s.leaveIfSlow()
	inTime := s.inTime(r, timeout, done)
	leave()
	if inTime {
		return
	}
	s.stuck.Add(1)
	go func() {
		<-done
		s.stuck.Add(-1)
	}()
	if reason := r.stopped(); reason != "" {
		r.fail(sys.Fail(sys.Failed, reason))
		return
	}
	r.end("given up", false)
	r.fail(sys.Fail(sys.TimedOut, subject+": took longer than "+copying.Seconds(timeout)+" s"))
}

// leaveIfSlow lets another access begin once this one is slow, unless too many are. Call leave at its end.
func (s *Session) leaveIfSlow() (leave func()) {
	place := s.accesses
	left := make(chan struct{})
	slow := time.AfterFunc(slowAfter, func() {
		defer close(left)
		select {
		case s.slow <- struct{}{}:
			<-place
			place = s.slow
		default:
		}
	})
	return func() {
		if !slow.Stop() {
			<-left
		}
		<-place
	}
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
