// Package session answers the requests of one head; PROTOCOL.md describes them.
package session

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"encoding/binary"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// Protocol is the version of the protocol.
const Protocol = 1

const (
	maxRequest  = 1024 * 1024
	maxWaiting  = 4 * 1024 * 1024
	maxOpen     = 1024
	lastMessage = 50 * time.Millisecond
)

// Session is the connection to a head.
type Session struct {
	build  string
	workFD int
	output *wire.Writer
	host   *Host

	mutex    sync.Mutex
	requests map[uint32]*request
	partial  map[uint32]*wire.Frame
	size     int
	stopping string
	// isGreeting is set while hello is answered: the root may be on a mount that hangs. Requests wait until then.
	isGreeting bool
	greeted    []greetedRequest

	accesses chan struct{}
	slow     chan struct{}
	stuck    atomic.Int32
	// over receives the exit status when the session ends.
	over chan int
}

// New makes a session; workFD is the descriptor of the head's work directory, or -1.
func New(output io.Writer, build string, workFD int) *Session {
	return &Session{
		build: build, workFD: workFD, output: wire.NewWriter(output), requests: map[uint32]*request{},
		partial: map[uint32]*wire.Frame{}, accesses: make(chan struct{}, maxAccesses), slow: make(chan struct{}, maxSlow), over: make(chan int, 4),
	}
}

// Serve answers requests until the input ends, the head takes leave or something malformed comes. It returns the exit status.
// Nothing that was started is left then.
func (s *Session) Serve(input io.Reader) int {
	go s.read(input)
	status := <-s.over
	s.Close()
	return status
}

// Interrupt ends the session, as the end of the input does.
func (s *Session) Interrupt() { s.finish(0) }

func (s *Session) finish(status int) {
	select {
	case s.over <- status:
	default:
	}
}

// longestEnd bounds the search for what is left: everything has been sent SIGKILL before, as far as it is known.
var longestEnd = 80 * time.Millisecond

// Close ends everything that runs.
func (s *Session) Close() {
	s.mutex.Lock()
	host := s.host
	s.mutex.Unlock()
	if host == nil {
		return
	}
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
			s.refuse(frame.ID, sys.Fail(sys.Failed, "%s", malformed.Words))
			return
		default:
			s.finish(0)
			return
		}
	}
}

// refuse ends the session with an error frame, if the head reads it.
func (s *Session) refuse(id uint32, failure *sys.HostError) {
	written := make(chan struct{})
	go func() {
		message := errorOf(failure)
		message.End = true
		s.output.Write(wire.Frame{ID: id, Kind: wire.Failure, Payload: encode(message)})
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(lastMessage):
	}
	s.finish(1)
}

func (s *Session) write(frame wire.Frame) error {
	err := s.output.Write(frame)
	if err != nil {
		s.finish(0)
	}
	return err
}

func malformed(format string, values ...any) error {
	return &wire.Malformed{Words: fmt.Sprintf(format, values...)}
}

func (s *Session) take(frame wire.Frame) error {
	if frame.ID == 0 {
		return malformed("a frame has the id 0")
	}
	switch {
	case frame.Kind == wire.Cancel || frame.Kind == wire.Credit:
		return s.steer(frame)
	case frame.Kind < wire.Hello || frame.Kind > wire.Bye:
		return malformed("a frame has the kind %d, which a head does not send", frame.Kind)
	}
	whole, err := s.join(frame)
	if whole == nil || err != nil {
		return err
	}
	return s.begin(*whole)
}

func (s *Session) steer(frame wire.Frame) error {
	s.mutex.Lock()
	found := s.requests[frame.ID]
	s.mutex.Unlock()
	isCredit := frame.Kind == wire.Credit
	if frame.Flags != 0 || isCredit && len(frame.Payload) != 4 || !isCredit && len(frame.Payload) != 0 {
		return malformed("a frame of the kind %d has %d bytes or flags that it cannot have", frame.Kind, len(frame.Payload))
	}
	switch {
	case found == nil:
	case isCredit:
		found.grant(binary.BigEndian.Uint32(frame.Payload))
	default:
		found.end("cancelled", true)
	}
	return nil
}

// join joins the frames of one request; nil as long as more must come.
func (s *Session) join(frame wire.Frame) (*wire.Frame, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	begun := s.partial[frame.ID]
	if s.requests[frame.ID] != nil || begun != nil && begun.Kind != frame.Kind {
		return nil, malformed("the id %d is in use", frame.ID)
	}
	if begun == nil {
		if len(s.requests)+len(s.partial) >= maxOpen {
			return nil, malformed("more than %d requests are open", maxOpen)
		}
		begun = &wire.Frame{ID: frame.ID, Kind: frame.Kind}
		s.partial[frame.ID] = begun
	}
	begun.Payload = append(begun.Payload, frame.Payload...)
	s.size += len(frame.Payload)
	if len(begun.Payload) > maxRequest || s.size > maxWaiting {
		return nil, malformed("a request has more than %d bytes, or all together more than %d", maxRequest, maxWaiting)
	}
	if frame.Flags&wire.More != 0 {
		return nil, nil
	}
	delete(s.partial, frame.ID)
	return begun, nil
}

type greetedRequest struct {
	request *request
	payload []byte
}

// greet makes the host of a session, and then begins what came meanwhile.
func (s *Session) greet(r *request, options helloRequest) {
	host, err := newHost(options)
	if err != nil {
		s.refuse(r.id, sys.ProblemOf(err, ""))
		return
	}
	s.mutex.Lock()
	s.host = host
	s.isGreeting = false
	waiting := s.greeted
	s.greeted = nil
	s.mutex.Unlock()
	r.answer(host.hello(s.build, s.workFD >= 0))
	for _, next := range waiting {
		if err := s.answer(next.request, next.payload); err != nil {
			s.refuse(next.request.id, sys.Fail(sys.Failed, "%s", err))
			return
		}
	}
}

func (s *Session) begin(frame wire.Frame) error {
	r := newRequest(s, frame.ID, frame.Kind)
	r.size = len(frame.Payload)
	s.mutex.Lock()
	isFirst := s.host == nil && !s.isGreeting
	s.requests[frame.ID] = r
	stopping := s.stopping
	isOutOfTurn := isFirst != (frame.Kind == wire.Hello)
	mustWait := s.isGreeting
	if mustWait && !isOutOfTurn {
		s.greeted = append(s.greeted, greetedRequest{r, frame.Payload})
	}
	s.isGreeting = s.isGreeting || isFirst
	s.mutex.Unlock()
	if isOutOfTurn {
		return malformed("hello must be the first request, and only that")
	}
	if mustWait {
		return nil
	}
	if stopping != "" {
		r.end(stopping, false)
	}
	return s.answer(r, frame.Payload)
}

func (s *Session) forget(r *request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.requests, r.id)
	s.size -= r.size
}

// stop makes every open and every later request end with a reason; the first reason counts.
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
