package sys

import "syscall"

const (
	seekData = 3
	seekHole = 4
)

// HoleEnd is the end of the hole that an open file has at a position; the position itself if there is data, or if the file system
// does not tell. It moves the descriptor's own position.
func HoleEnd(fd int, position int64) int64 {
	data, err := syscall.Seek(fd, position, seekData)
	if err == nil {
		return max(position, data)
	}
	if err != syscall.ENXIO {
		return position
	}
	// No data follows: the hole goes up to the end that the file has now.
	stat, err := Fstat(fd)
	if err != nil {
		return position
	}
	return max(position, stat.Size)
}

// DataEnd is the end of the data that an open file has at a position; `size` if the file system does not tell. It moves the
// descriptor's own position.
func DataEnd(fd int, position, size int64) int64 {
	hole, err := syscall.Seek(fd, position, seekHole)
	if err != nil {
		return size
	}
	return hole
}
