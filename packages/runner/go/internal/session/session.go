// Package session answers the requests of one head; PROTOCOL.md describes them.
package session

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/keywords"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

const Protocol = 3

const (
	maxRequest  = 1024 * 1024
	maxWaiting  = 4 * 1024 * 1024
	maxOpen     = 1024
	lastMessage = 50 * time.Millisecond
	readAtOnce  = 16 * 1024
	// While many commands wait for their turn, ends of commands wait for each other, so that they wake the head together: so many, and so
	// long.
	mostJoined  = 16
	longestWait = 50 * time.Millisecond
)

// Session is the connection to a head.
type Session struct {
	build  string
	output *wire.Writer
	host   *Host

	mutex    sync.Mutex
	requests map[uint32]*request
	partial  map[uint32]*wire.Frame
	size     int
	stopping string
	// isGreeting is true while hello is being answered, which can take long if the root is on a mount that
	// hangs. Other requests wait.
	isGreeting bool
	greeted    []greetedRequest

	memory   memory
	keywords atomic.Pointer[keywords.Table]
	accesses chan struct{}
	slow     chan struct{}
	stuck    atomic.Int32
	// isFlushing is true while a timer runs that writes what waits.
	isFlushing atomic.Bool
	// over gets the exit status when the session ends.
	over chan int
}

func New(output io.Writer, build string) *Session {
	return &Session{
		build: build, output: wire.NewWriter(output), requests: map[uint32]*request{},
		partial: map[uint32]*wire.Frame{}, accesses: make(chan struct{}, maxAccesses), slow: make(chan struct{}, maxSlow), over: make(chan int, 4),
	}
}

// Serve answers requests until the input ends, the head says goodbye or something malformed comes. It returns the exit status and leaves
// nothing running.
func (s *Session) Serve(input io.Reader) int {
	// The head sends small frames, many at once.
	go s.read(bufio.NewReaderSize(input, readAtOnce))
	status := <-s.over
	s.Close()
	return status
}

// Interrupt ends the session like the end of the input.
func (s *Session) Interrupt() { s.finish(0) }

func (s *Session) finish(status int) {
	select {
	case s.over <- status:
	default:
	}
}

// longestEnd limits the search for leftovers. All known processes got SIGKILL before.
var longestEnd = 80 * time.Millisecond

// Close ends everything that runs.
func (s *Session) Close() {
	s.mutex.Lock()
	host := s.host
	s.mutex.Unlock()
	if host == nil {
		return
	}
	s.memory.close()
	done := make(chan struct{})
	go func() {
		host.commands.EndAll()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(longestEnd):
	}
}

func (s *Session) read(input io.Reader) {
	for {
		frame, err := wire.ReadFrame(input)
		if err == nil {
			err = s.take(frame)
		}
		var malformed *wire.Malformed
		switch {
		case err == nil:
		case errors.As(err, &malformed):
			s.refuse(frame.ID, sys.Fail(sys.Failed, malformed.Words))
			return
		default:
			s.finish(0)
			return
		}
	}
}

// refuse ends the session with an error frame, if the head still reads.
func (s *Session) refuse(id uint32, failure *sys.HostError) {
	written := make(chan struct{})
	go func() {
		message := errorOf(failure)
		message.end = true
		s.output.Write(wire.Frame{ID: id, Kind: wire.Failure, Payload: encode(message)})
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(lastMessage):
	}
	s.finish(1)
}

func (s *Session) write(messages ...wire.Frame) error {
	err := s.output.Write(messages...)
	if err != nil {
		s.finish(0)
	}
	return err
}

// writeLater lets frames wait for others, up to longestWait.
func (s *Session) writeLater(messages ...wire.Frame) {
	if s.output.WriteLater(mostJoined, messages...) != nil {
		s.finish(0)
	} else if s.isFlushing.CompareAndSwap(false, true) {
		time.AfterFunc(longestWait, func() {
			s.isFlushing.Store(false)
			if s.output.Flush() != nil {
				s.finish(0)
			}
		})
	}
}

func malformed(words string) error {
	return &wire.Malformed{Words: words}
}

func (s *Session) forget(r *request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.requests, r.id)
	s.size -= r.size
}

// stop ends every open and every later request. The first reason counts.
func (s *Session) stop(reason string, except *request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.stopping == "" {
		s.stopping = reason
	}
	for _, r := range s.requests {
		if r != except {
			r.end(s.stopping, false)
		}
	}
}
