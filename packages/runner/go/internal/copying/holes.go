package copying

import "github.com/hostspec/hostspec/packages/runner/internal/sys"

// ZeroBytes is the most that is given at once of a hole.
const ZeroBytes = 1024 * 1024

var zeros [ZeroBytes]byte

// IsZeros reports whether a piece is one that a hole gave. A sink need not look at its bytes.
func IsZeros(piece []byte) bool { return len(piece) > 0 && &piece[0] == &zeros[0] }

// holes finds the holes of an open file. It does not remember them: the file may change.
type holes struct {
	fd   int
	size int64
	// The system is asked nothing before this position, which is the end of some data.
	askFrom int64
}

// holesOf does not look for holes in a file that has all of its blocks.
func holesOf(fd int, stat sys.Stat) holes {
	h := holes{fd: fd, size: stat.Size}
	if stat.Allocated >= stat.Size {
		h.askFrom = stat.Size
	}
	return h
}

// at gives as many zeros as there are in a hole at a position; nil if there are fewer than ChunkBytes. The number is a multiple of
// ChunkBytes, and the end of the file is left to be read: so lines are cut as if the hole were read.
func (h *holes) at(position int64) []byte {
	if position < h.askFrom || h.size-position <= ChunkBytes {
		return nil
	}
	end := min(sys.HoleEnd(h.fd, position), h.size-1)
	if length := min(end-position, ZeroBytes) / ChunkBytes * ChunkBytes; length > 0 {
		return zeros[:length]
	}
	h.askFrom = sys.DataEnd(h.fd, max(position, end), h.size)
	return nil
}
