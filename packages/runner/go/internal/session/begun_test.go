package session

import (
	"bytes"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

type writes [][]byte

func (w *writes) Write(piece []byte) (int, error) {
	*w = append(*w, bytes.Clone(piece))
	return len(piece), nil
}

func TestShortContentComesWithItsAnswer(t *testing.T) {
	var seen writes
	r := newRequest(New(&seen, "test"), 1, wire.Read)
	r.content([]byte("a"))
	r.content([]byte("b"))
	if len(seen) != 0 {
		t.Fatalf("%d writes before the answer", len(seen))
	}
	r.last(wire.Answer, []byte("{}"))
	if len(seen) != 1 {
		t.Fatalf("%d writes, want 1", len(seen))
	}
	from := bytes.NewReader(seen[0])
	content, _ := wire.ReadFrame(from)
	answer, err := wire.ReadFrame(from)
	if string(content.Payload) != "ab" || string(answer.Payload) != "{}" || err != nil {
		t.Errorf("got %q, then %q: %v", content.Payload, answer.Payload, err)
	}
}

func TestLongContentDoesNotWait(t *testing.T) {
	var seen writes
	r := newRequest(New(&seen, "test"), 1, wire.Run)
	r.content(make([]byte, mostBegun))
	r.content([]byte("b"))
	r.content([]byte("c"))
	if len(seen) != 2 {
		t.Errorf("%d writes, want 2: what was held with the next piece, then the last", len(seen))
	}
}
