package session

import (
	"encoding/binary"
	"sync"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// firstCredit is how many bytes of content a request may send without credit from the head.
const firstCredit = 64 * 1024

// request is an open request.
type request struct {
	session *Session
	id      uint32
	kind    wire.Kind
	size    int

	// gate is held while a frame is written, so that no frame follows the last one.
	gate   sync.Mutex
	isDone bool
	// begun is content to be written together with the next frame; nil once there was too much of it.
	begun []byte

	mutex       sync.Mutex
	ended       chan struct{}
	reason      string
	isCancelled bool
	credit      uint64
	granted     chan struct{}
	waited      time.Duration
	waitsSince  time.Time
	// slot is memory for content; nil until the head shares one.
	slot []byte
	// at is where the next content goes in slot.
	at int
}

func newRequest(session *Session, id uint32, kind wire.Kind) *request {
	return &request{
		session: session, id: id, kind: kind, ended: make(chan struct{}), credit: firstCredit,
		granted: make(chan struct{}, 1), begun: []byte{},
	}
}

// end tells the request to end, and why.
func (r *request) end(reason string, isCancelled bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.reason != "" {
		return
	}
	r.reason, r.isCancelled = reason, isCancelled
	close(r.ended)
}

// stopped returns why the request must end; empty to continue.
func (r *request) stopped() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.reason
}

func (r *request) wasCancelled() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.isCancelled
}

func (r *request) grant(bytes uint32) {
	r.mutex.Lock()
	r.credit += uint64(bytes)
	r.mutex.Unlock()
	select {
	case r.granted <- struct{}{}:
	default:
	}
}

var errGone = sys.Fail(sys.Failed, "the request has ended")

// spend waits for credit and takes some. It fails once the request ends.
func (r *request) spend(wanted int) (int, error) {
	for {
		r.mutex.Lock()
		part := int(min(uint64(wanted), r.credit))
		r.credit -= uint64(part)
		r.mutex.Unlock()
		if part > 0 {
			return part, nil
		}
		select {
		case <-r.granted:
		case <-r.ended:
			return 0, errGone
		}
	}
}

// waiting runs wait, and counts its time as the head's, not the source's.
func (r *request) waiting(wait func() error) error {
	start := time.Now()
	r.mutex.Lock()
	r.waitsSince = start
	r.mutex.Unlock()
	defer func() {
		r.mutex.Lock()
		r.waited += time.Since(start)
		r.waitsSince = time.Time{}
		r.mutex.Unlock()
	}()
	return wait()
}

// waitedFor returns how long the request has waited for the head.
func (r *request) waitedFor() time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.waitsSince.IsZero() {
		return r.waited
	}
	return r.waited + time.Since(r.waitsSince)
}

// write writes a frame that is not the last one.
func (r *request) write(kind wire.Kind, flags uint8, payload []byte) error {
	r.gate.Lock()
	defer r.gate.Unlock()
	if r.isDone {
		return errGone
	}
	if kind == wire.Content && r.begun != nil && len(r.begun)+len(payload) <= mostBegun {
		r.begun = append(r.begun, payload...)
		return nil
	}
	return r.session.write(r.afterBegun(wire.Frame{ID: r.id, Kind: kind, Flags: flags, Payload: payload})...)
}

// mostBegun is less than firstCredit: otherwise the head would have to grant credit for content that it did not get.
const mostBegun = 16 * 1024

// afterBegun returns the frames to write: the content of begun, if there is any, and this frame.
func (r *request) afterBegun(frame wire.Frame) []wire.Frame {
	begun := r.begun
	r.begun = nil
	if len(begun) == 0 {
		return []wire.Frame{frame}
	}
	return []wire.Frame{{ID: r.id, Kind: wire.Content, Payload: begun}, frame}
}

// content sends a piece of content as credit allows.
func (r *request) content(piece []byte) error {
	if copying.IsZeros(piece) {
		return r.zeros(len(piece))
	}
	return r.waiting(func() error {
		for len(piece) > 0 {
			slot := r.shared()
			most := wire.MaxPayload
			if slot != nil {
				most = min(mostShared, len(slot)-r.at)
			}
			part, err := r.spend(min(len(piece), most))
			if err != nil {
				return err
			}
			if slot != nil {
				err = r.giveShared(slot, piece[:part])
			} else {
				err = r.write(wire.Content, 0, piece[:part])
			}
			if err != nil {
				return err
			}
			piece = piece[part:]
		}
		return nil
	})
}

// giveShared puts content into a slot and says how much. The credit of a request is never more than its slot holds, so this overwrites
// only what the head has taken.
func (r *request) giveShared(slot, piece []byte) error {
	copy(slot[r.at:], piece)
	r.at = (r.at + len(piece)) % len(slot)
	return r.write(wire.Shared, 0, r.session.withHits(binary.BigEndian.AppendUint32(nil, uint32(len(piece))), piece))
}

// mostHits fit into a frame. A head that gets none looks for them itself.
const mostHits = wire.MaxPayload/4 - 2

// withHits appends the keywords in a piece, if the head asked for them: how many there are, and each as keywords.Table returns it.
func (s *Session) withHits(payload, piece []byte) []byte {
	table := s.keywords.Load()
	if table == nil {
		return payload
	}
	hits, ok := table.Find(piece, mostHits)
	if !ok {
		return payload
	}
	payload = binary.BigEndian.AppendUint32(payload, uint32(len(hits)))
	for _, hit := range hits {
		payload = binary.BigEndian.AppendUint32(payload, hit)
	}
	return payload
}

// share gives the request memory for its further content.
func (r *request) share(slot []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.slot == nil {
		r.slot = slot
	}
}

func (r *request) shared() []byte {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.slot
}

// One byte of credit pays for this many zeros, which take no memory at the head.
const zerosPerCredit = 64

// zeros announces zeros as credit allows.
func (r *request) zeros(count int) error {
	return r.waiting(func() error {
		for count > 0 {
			credit, err := r.spend((count + zerosPerCredit - 1) / zerosPerCredit)
			if err != nil {
				return err
			}
			part := min(count, credit*zerosPerCredit)
			if err := r.write(wire.Zeros, 0, binary.BigEndian.AppendUint32(nil, uint32(part))); err != nil {
				return err
			}
			count -= part
		}
		return nil
	})
}

func (r *request) last(kind wire.Kind, payload []byte) {
	r.gate.Lock()
	defer r.gate.Unlock()
	if r.isDone {
		return
	}
	r.isDone = true
	r.session.forget(r)
	frames := r.afterBegun(wire.Frame{ID: r.id, Kind: kind, Payload: payload})
	if r.kind == wire.Run && r.session.host.commands.AreMany() {
		r.session.writeLater(frames...)
		return
	}
	r.session.write(frames...)
}

func (r *request) answer(answer message) {
	if r.kind != wire.Run && r.wasCancelled() {
		r.fail(sys.Fail(sys.Failed, "cancelled"))
		return
	}
	r.last(wire.Answer, encode(answer))
}

func (r *request) fail(failure *sys.HostError) {
	message := errorOf(failure)
	if r.wasCancelled() {
		message.problem, message.reason = sys.Failed, "cancelled"
	}
	r.last(wire.Failure, encode(message))
}

// names writes an answer with very many texts, piece by piece.
type names struct {
	request *request
	buffer  []byte
	any     bool
}

const fullNames = 48 * 1024

func (n *names) add(name string) error {
	if n.any {
		n.buffer = append(n.buffer, ',')
	}
	n.any = true
	n.buffer = wire.AppendText(n.buffer, name)
	if len(n.buffer) < fullNames {
		return nil
	}
	return n.flush()
}

func (n *names) flush() error {
	for len(n.buffer) > 0 {
		part := n.buffer[:min(len(n.buffer), wire.MaxPayload)]
		err := n.request.waiting(func() error { return n.request.write(wire.Answer, wire.More, part) })
		if err != nil {
			return err
		}
		n.buffer = n.buffer[len(part):]
	}
	n.buffer = nil
	return nil
}

func (n *names) end(rest string) {
	n.buffer = append(n.buffer, rest...)
	if err := n.flush(); err == nil {
		n.request.last(wire.Answer, nil)
	}
}
