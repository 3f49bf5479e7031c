// Package copying copies content within limits. If a file is larger, it keeps the end, starting at a whole line.
package copying

import (
	"bytes"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// A file without a line end in this many bytes is not written line by line.
const longestUnfinished = 4096

// fromWholeLine is the part of a piece that begins with its first whole line; if no line end can follow, a longer line is cut.
func fromWholeLine(piece []byte, isLast bool) []byte {
	line := bytes.IndexByte(piece, '\n') + 1
	if line == len(piece) && isLast {
		return piece
	}
	return piece[line:]
}

// toWholeLine is the end of an open file without a last line that was being written when the system told the file's size.
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
