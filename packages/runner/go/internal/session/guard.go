package session

import (
	"strconv"
	"sync"
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

// access is an access to files, which may wait in the kernel for ever.
type access struct {
	request *request
	subject string
	// Seconds.
	timeout float64
	started time.Time
	work    func()

	mutex  sync.Mutex
	isOver bool
	// slow calls watch unless the access ends soon. It is nil while nothing waits for the access.
	slow *time.Timer
	// done is closed at the end if slow has called watch.
	done chan struct{}
}

// guarded makes an access, and gives up after its time. work answers the request; it is not called for a request that has been stopped.
// The reader of the input makes an access itself, unless too many are being made or more input has waited for long.
func (s *Session) guarded(r *request, subject string, timeout float64, work func()) {
	a := &access{request: r, subject: subject, timeout: timeout, started: time.Now(), work: work}
	if r.turn != 0 {
		select {
		case s.accesses <- struct{}{}:
			s.lead.access.Store(a)
			if s.lead.turn.Load() != r.turn {
				s.guard(a)
			}
			s.make(a)
			return
		default:
		}
	}
	r.turn = 0
	workers.Do(func() {
		if s.refuses(a) {
			return
		}
		select {
		case s.accesses <- struct{}{}:
			a.started = time.Now()
			s.guard(a)
			s.make(a)
		case <-r.ended:
			r.fail(sys.Fail(sys.Failed, r.stopped()))
		}
	})
}

// refuses answers a request whose access must not begin.
func (s *Session) refuses(a *access) bool {
	if s.stuck.Load() < maxStuck {
		return false
	}
	a.request.fail(sys.Fail(sys.Failed, a.subject+": not accessed, because "+strconv.Itoa(maxStuck)+" earlier accesses still wait for file systems that do not answer"))
	return true
}

// make makes an access that may begin.
func (s *Session) make(a *access) {
	if reason := a.request.stopped(); reason != "" {
		a.request.fail(sys.Fail(sys.Failed, reason))
	} else if !s.refuses(a) {
		a.work()
	}
	a.request.release()
	a.mutex.Lock()
	a.isOver = true
	slow := a.slow
	a.mutex.Unlock()
	if slow == nil || slow.Stop() {
		<-s.accesses
	} else {
		close(a.done)
	}
}

// guard lets watch wait for the end of an access if that is slow.
func (s *Session) guard(a *access) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if !a.isOver && a.slow == nil {
		a.done = make(chan struct{})
		a.slow = time.AfterFunc(slowAfter, func() { s.watch(a.request, a.subject, a.timeout, a.started, a.done) })
	}
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
