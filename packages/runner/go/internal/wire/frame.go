// Package wire has the frames and texts that head and runner exchange; PROTOCOL.md describes them.
package wire

import (
	"encoding/binary"
	"io"
	"strconv"
	"sync"
)

// Magic is the line before the first frame.
const Magic = "hostspec-runner frames follow\n"

// MaxPayload is the limit for the payload of one frame.
const MaxPayload = 64 * 1024

const headerBytes = 16

type Kind uint8

const (
	Hello Kind = iota + 1
	Stat
	List
	Glob
	Read
	Run
	Which
	Controller
	Cancel
	Stop
	Bye
	Credit
	Share
	Keywords

	Answer  Kind = 64
	Content Kind = 65
	Failure Kind = 66
	Zeros   Kind = 67
	Shared  Kind = 68
)

// More is the flag of a message that continues in another frame.
const More uint8 = 1

// Frame is one frame.
type Frame struct {
	ID      uint32
	Kind    Kind
	Flags   uint8
	Payload []byte
}

// Malformed is an error of the other side.
type Malformed struct{ Words string }

func (m *Malformed) Error() string { return m.Words }

// ReadFrame reads one frame. It returns io.EOF only between frames, and Malformed for anything that is not a frame.
func ReadFrame(from io.Reader) (Frame, error) {
	var header [headerBytes]byte
	if _, err := io.ReadFull(from, header[:]); err != nil {
		return Frame{}, err
	}
	length := binary.BigEndian.Uint32(header[0:])
	frame := Frame{ID: binary.BigEndian.Uint32(header[4:]), Kind: Kind(header[8]), Flags: header[9]}
	if length > MaxPayload {
		return frame, &Malformed{"a frame has " + strconv.FormatUint(uint64(length), 10) + " bytes; at most " + strconv.Itoa(MaxPayload) + " are allowed"}
	}
	if [6]byte(header[10:]) != [6]byte{} || frame.Flags&^More != 0 {
		return frame, &Malformed{"a frame has bits set that are reserved"}
	}
	frame.Payload = make([]byte, length)
	_, err := io.ReadFull(from, frame.Payload)
	if err == io.EOF && length > 0 {
		err = io.ErrUnexpectedEOF
	}
	return frame, err
}

// Writer writes frames. Goroutines can share it.
type Writer struct {
	mutex  sync.Mutex
	to     io.Writer
	buffer [headerBytes + MaxPayload]byte
	filled int
	// calls is how many calls of WriteLater wait.
	calls int
}

func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write writes messages in as many frames as they need. Small ones are written together, because each write wakes the head.
func (w *Writer) Write(messages ...Frame) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.addAll(messages); err != nil {
		return err
	}
	return w.flush()
}

// WriteLater is Write, but the frames wait for those of other calls, at most `most` in all, or for the next Write or Flush.
func (w *Writer) WriteLater(most int, messages ...Frame) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.addAll(messages); err != nil {
		return err
	}
	if w.calls++; w.calls < most {
		return nil
	}
	return w.flush()
}

// Flush writes the frames that wait.
func (w *Writer) Flush() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.flush()
}

func (w *Writer) addAll(messages []Frame) error {
	for _, frame := range messages {
		for isFirst := true; isFirst || len(frame.Payload) > 0; isFirst = false {
			piece := frame
			if len(frame.Payload) > MaxPayload {
				piece.Payload = frame.Payload[:MaxPayload]
				piece.Flags |= More
			}
			if err := w.add(piece); err != nil {
				return err
			}
			frame.Payload = frame.Payload[len(piece.Payload):]
		}
	}
	return nil
}

func (w *Writer) add(frame Frame) error {
	if w.filled+headerBytes+len(frame.Payload) > len(w.buffer) {
		if err := w.flush(); err != nil {
			return err
		}
	}
	header := w.buffer[w.filled:][:headerBytes]
	clear(header)
	binary.BigEndian.PutUint32(header[0:], uint32(len(frame.Payload)))
	binary.BigEndian.PutUint32(header[4:], frame.ID)
	header[8], header[9] = uint8(frame.Kind), frame.Flags
	w.filled += headerBytes
	w.filled += copy(w.buffer[w.filled:], frame.Payload)
	return nil
}

func (w *Writer) flush() error {
	if w.filled == 0 {
		return nil
	}
	_, err := w.to.Write(w.buffer[:w.filled])
	w.filled, w.calls = 0, 0
	return err
}
