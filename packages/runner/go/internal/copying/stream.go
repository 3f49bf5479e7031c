// Package copying copies content within limits. If a file is larger, it keeps the end, starting at a whole line.
package copying

import (
	"bytes"
	"strconv"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Stream passes on content of unknown size, up to a limit.
type Stream struct {
	to      Sink
	options Options
	bytes   int64
	// held is the start of the content until it is known with which line the content begins.
	held     []byte
	dropping bool
	isOver   bool
}

func NewStream(to Sink, options Options) *Stream {
	return &Stream{to: to, options: options}
}

// DropFirst skips the first line, which may be incomplete if only the end of a file is read.
func (s *Stream) DropFirst() { s.dropping = true }

func (s *Stream) Take(piece []byte) error {
	if !s.dropping {
		return s.pass(piece)
	}
	s.held = append(s.held, piece...)
	if int64(len(s.held)) > s.options.MaxBytes || len(s.held) > ChunkBytes {
		return s.release(false)
	}
	return nil
}

func (s *Stream) release(isLast bool) error {
	s.dropping = false
	content := s.held
	s.held = nil
	if int64(len(content)) > s.options.MaxBytes || !isLast {
		content = content[1:]
		if !s.options.Raw {
			content = fromWholeLine(content, int64(len(content)) >= s.options.MaxBytes)
		}
	}
	return s.pass(content)
}

func (s *Stream) pass(piece []byte) error {
	if room := s.options.MaxBytes - s.bytes; int64(len(piece)) > room {
		s.isOver = true
		piece = piece[:room]
	}
	if len(piece) == 0 {
		return nil
	}
	s.bytes += int64(len(piece))
	return s.to(piece)
}

// End returns how much was passed on.
func (s *Stream) End() (Copied, error) {
	if s.dropping {
		if err := s.release(true); err != nil {
			return Copied{}, err
		}
	}
	copied := Copied{Bytes: s.bytes}
	if s.isOver {
		copied.Cut = &Cut{Reason: "the first " + strconv.FormatInt(s.bytes, 10) + " bytes of a file without a known size"}
	}
	return copied, nil
}

const longestUnfinished = 4096

// fromWholeLine returns a piece from its first whole line on. If no line end can follow, a longer line is cut.
func fromWholeLine(piece []byte, isLast bool) []byte {
	line := bytes.IndexByte(piece, '\n') + 1
	if line == len(piece) && isLast {
		return piece
	}
	return piece[line:]
}

// toWholeLine drops the last line of an open file if it was incomplete when the size was read.
func toWholeLine(end []byte, fd int, size int64) []byte {
	if len(end) > 0 && end[len(end)-1] == '\n' {
		return end
	}
	if stat, err := sys.Fstat(fd); err != nil || stat.Size <= size {
		return end
	}
	line := bytes.LastIndexByte(end, '\n') + 1
	if line > 0 && len(end)-line <= longestUnfinished {
		return end[:line]
	}
	return end
}
