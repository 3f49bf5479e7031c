package session

import (
	"encoding/binary"
	"strconv"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

func (s *Session) take(frame wire.Frame) error {
	if frame.ID == 0 {
		return malformed("a frame has the id 0")
	}
	switch {
	case frame.Kind == wire.Cancel || frame.Kind == wire.Credit || frame.Kind == wire.Share:
		return s.steer(frame)
	case frame.Kind < wire.Hello || frame.Kind > wire.Bye && frame.Kind != wire.Keywords:
		return malformed("a frame has the kind " + strconv.Itoa(int(frame.Kind)) + ", which a head does not send")
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
	size := 4
	if frame.Kind == wire.Cancel {
		size = 0
	}
	if frame.Flags != 0 || len(frame.Payload) != size {
		return malformed("a frame of the kind " + strconv.Itoa(int(frame.Kind)) + " has " + strconv.Itoa(len(frame.Payload)) + " bytes or flags that it cannot have")
	}
	switch {
	case frame.Kind == wire.Share:
		slot, err := s.memory.slot(binary.BigEndian.Uint32(frame.Payload))
		if err == nil && found != nil {
			found.share(slot)
		}
		return err
	case found == nil:
	case frame.Kind == wire.Credit:
		found.grant(binary.BigEndian.Uint32(frame.Payload))
	default:
		found.end("cancelled", true)
	}
	return nil
}

// join joins the frames of one request. It returns nil until the last one.
func (s *Session) join(frame wire.Frame) (*wire.Frame, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	begun := s.partial[frame.ID]
	if s.requests[frame.ID] != nil || begun != nil && begun.Kind != frame.Kind {
		return nil, malformed("the id " + strconv.FormatUint(uint64(frame.ID), 10) + " is in use")
	}
	if begun == nil {
		if len(s.requests)+len(s.partial) >= maxOpen {
			return nil, malformed("more than " + strconv.Itoa(maxOpen) + " requests are open")
		}
		begun = &wire.Frame{ID: frame.ID, Kind: frame.Kind}
		s.partial[frame.ID] = begun
	}
	begun.Payload = append(begun.Payload, frame.Payload...)
	s.size += len(frame.Payload)
	if len(begun.Payload) > maxRequest || s.size > maxWaiting {
		return nil, malformed("a request has more than " + strconv.Itoa(maxRequest) + " bytes, or all together more than " + strconv.Itoa(maxWaiting))
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

// greet creates the host of a session, then begins the requests that arrived meanwhile.
func (s *Session) greet(r *request, options helloRequest) {
	if options.polite {
		command.StandBack(true)
	}
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
	hello := host.hello(s.build)
	hello.memory = s.memory.open()
	r.answer(hello)
	for _, next := range waiting {
		if err := s.answer(next.request, next.payload); err != nil {
			s.refuse(next.request.id, sys.Fail(sys.Failed, err.Error()))
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
