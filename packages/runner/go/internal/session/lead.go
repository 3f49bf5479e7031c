package session

import (
	"sync/atomic"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/wire"
	"github.com/hostspec/hostspec/packages/runner/internal/workers"
)

// lead is what the reader of the input does. If one thing takes long, another reader takes over, and the first one ends with what it does.
type lead struct {
	// last is the number of the last turn. Only the reader uses it.
	last uint64
	// turn is that of the reader; 0 while it waits for input.
	turn atomic.Uint64
	// since is when the reader last got what it had waited for; zero while it waits. Only the reader uses it.
	since time.Time
	// access is the last one that the reader began.
	access atomic.Pointer[access]
	// owes is true if answers of the reader are not yet written; isWriting while a reader writes them.
	owes, isWriting atomic.Bool
	// isTimed is true while the timer runs, which calls look. seen is the turn at its last look.
	isTimed atomic.Bool
	timer   *time.Timer
	seen    uint64
}

// longestTurn is how long the reader may take before another takes over: once to twice this time. The input may end meanwhile.
const longestTurn = 10 * time.Millisecond

// begin begins a turn of the reader. isLate is true if more input has waited for long, so that the reader must make no access itself.
func (s *Session) begin() (turn uint64, isLate bool) {
	now := time.Now()
	if s.lead.since.IsZero() {
		s.lead.since = now
	}
	isLate = now.Sub(s.lead.since) >= longestTurn
	s.lead.last++
	turn = s.lead.last
	s.lead.turn.Store(turn)
	s.startTimer()
	return turn, isLate
}

// end ends a turn. It returns false if another reader has taken over.
func (s *Session) end(turn uint64) bool { return s.lead.turn.CompareAndSwap(turn, 0) }

// startTimer starts the timer unless it runs. One timer for many turns costs less than one for each.
func (s *Session) startTimer() {
	if !s.lead.isTimed.Load() && s.lead.isTimed.CompareAndSwap(false, true) {
		s.lead.timer.Reset(longestTurn)
	}
}

func (s *Session) look() {
	turn := s.lead.turn.Load()
	if turn != 0 && turn != s.lead.seen {
		s.lead.seen = turn
		s.lead.timer.Reset(longestTurn)
		return
	}
	s.lead.isTimed.Store(false)
	if turn != 0 {
		s.takeOver(turn)
	} else if s.lead.turn.Load() != 0 {
		// The turn began before isTimed was false.
		s.startTimer()
	}
}

// takeOver lets another reader go on, if this is the turn of the present one.
func (s *Session) takeOver(turn uint64) {
	if turn == 0 || !s.lead.turn.CompareAndSwap(turn, 0) {
		return
	}
	if access := s.lead.access.Load(); access != nil {
		s.guard(access)
	}
	workers.Do(s.read)
}

// writeAnswers writes what the reader owes. It returns false if another reader has taken over. If the head does not read, only one
// reader waits for it.
func (s *Session) writeAnswers() bool {
	for s.lead.owes.Load() && s.lead.isWriting.CompareAndSwap(false, true) {
		turn, _ := s.begin()
		s.lead.owes.Store(false)
		err := s.output.Flush()
		s.lead.isWriting.Store(false)
		isLeading := s.end(turn)
		if !isLeading && err == nil {
			// The other reader may owe answers, too, and wait for input.
			err = s.output.Flush()
		}
		if err != nil {
			s.finish(0)
		}
		if !isLeading {
			return false
		}
	}
	return true
}

// writeInTurn writes a frame, together with those of later turns if it is the turn of the reader.
func (s *Session) writeInTurn(turn uint64, message wire.Frame) error {
	if s.lead.turn.Load() != turn {
		return s.write(message)
	}
	err := s.output.WriteLater(mostJoined, message)
	s.lead.owes.Store(true)
	if err == nil && s.lead.turn.Load() != turn {
		err = s.output.Flush()
	}
	if err != nil {
		s.finish(0)
	}
	return err
}
