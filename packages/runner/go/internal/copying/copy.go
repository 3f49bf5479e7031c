package copying

import (
	"math"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Cut says why content is incomplete.
type Cut struct {
	Reason        string `json:"reason"`
	OriginalBytes *int64 `json:"originalBytes,omitempty"`
}

// Copied is the result of copying.
type Copied struct {
	Bytes int64
	Cut   *Cut
}

// Options limit copying and say how to cut.
type Options struct {
	MaxBytes int64
	// Raw cuts anywhere, not only at a line.
	Raw bool
	// Part is the part of the file to copy; nil for all of it.
	Part *Part
	// Timeout ends reading after this many seconds and keeps what was read; 0 for no limit.
	Timeout float64
	// Stopped returns why reading must stop; empty to continue.
	Stopped func() string
	// Waited returns how long the sink has waited for the head. That time does not count.
	Waited func() time.Duration
}

// Part is a range of bytes of a file: From is the first, To is after the last.
type Part struct{ From, To int64 }

// endsAt reports whether the head gave an end of the part.
func (j *job) endsAt() bool { return j.Part != nil && j.Part.To != math.MaxInt64 }

// Sink takes content. It must neither keep nor change it.
type Sink func(content []byte) error

// ChunkBytes is the most read at once.
const ChunkBytes = 128 * 1024

var buffers = sync.Pool{New: func() any { return new([ChunkBytes]byte) }}

// WithBuffer lends a buffer of ChunkBytes.
func WithBuffer(use func(buffer []byte) error) error {
	buffer := buffers.Get().(*[ChunkBytes]byte)
	defer buffers.Put(buffer)
	return use(buffer[:])
}

type job struct {
	Options
	from     int
	size     int64
	holes    holes
	to       Sink
	bytes    int64
	deadline time.Time
	buffer   []byte
}

// Open copies an open file, or a part of it. If it is larger than the limit, it keeps the end, from a whole line on; if the
// system does not report the size, the beginning. The sink gets zeros for a hole.
func Open(from int, to Sink, options Options) (copied Copied, err error) {
	stat, err := sys.Fstat(from)
	if err != nil {
		return Copied{}, err
	}
	err = WithBuffer(func(buffer []byte) error {
		j := &job{Options: options, from: from, size: stat.Size, holes: holesOf(from, stat), to: to, buffer: buffer}
		if options.Timeout > 0 {
			j.deadline = time.Now().Add(time.Duration(options.Timeout * float64(time.Second)))
		}
		switch {
		case j.Part != nil:
			j.size = min(j.size, j.Part.To)
			copied, err = j.end(min(j.Part.From, j.size))
		case j.size > j.MaxBytes && j.size <= ChunkBytes:
			copied, err = j.shortTail()
		case j.size > j.MaxBytes:
			copied, err = j.end(0)
		default:
			copied, err = j.whole()
		}
		return err
	})
	return copied, err
}

func (j *job) write(chunk []byte) error {
	if len(chunk) == 0 {
		return nil
	}
	j.bytes += int64(len(chunk))
	return j.to(chunk)
}

// givenUp returns why reading ends early; empty to continue.
func (j *job) givenUp() string {
	if !j.deadline.IsZero() && time.Now().After(j.deadline.Add(j.waited())) {
		return "reading took longer than " + Seconds(j.Timeout) + " s"
	}
	if j.Stopped != nil {
		return j.Stopped()
	}
	return ""
}

func (j *job) waited() time.Duration {
	if j.Waited == nil {
		return 0
	}
	return j.Waited()
}

// Seconds formats a number as JavaScript does.
func Seconds(number float64) string {
	if number == math.Trunc(number) && math.Abs(number) < 1e15 {
		return strconv.FormatInt(int64(number), 10)
	}
	return strconv.FormatFloat(number, 'g', -1, 64)
}

func (j *job) whole() (Copied, error) {
	limit := j.MaxBytes
	if j.size > 0 {
		limit = j.size
	}
	stopped := ""
	for j.bytes < limit {
		if stopped = j.givenUp(); stopped != "" {
			break
		}
		piece, noMore, err := j.next(min(ChunkBytes, limit-j.bytes))
		if err != nil {
			return Copied{}, err
		}
		if noMore {
			stopped = "no more data arrived"
			break
		}
		if len(piece) == 0 {
			break
		}
		isLast := j.bytes+int64(len(piece)) == j.size
		if isLast && !j.Raw {
			piece = toWholeLine(piece, j.from, j.size)
		}
		if err := j.write(piece); err != nil {
			return Copied{}, err
		}
		if isLast {
			break
		}
	}
	copied := Copied{Bytes: j.bytes}
	switch {
	case stopped != "" && j.size == 0:
		copied.Cut = &Cut{Reason: "the first " + strconv.FormatInt(j.bytes, 10) + " bytes: " + stopped}
	case stopped != "":
		copied.Cut = &Cut{"the first " + strconv.FormatInt(j.bytes, 10) + " of " + strconv.FormatInt(j.size, 10) + " bytes: " + stopped, &j.size}
	case j.size == 0 && j.bytes >= limit:
		copied.Cut = &Cut{Reason: "the first " + strconv.FormatInt(j.bytes, 10) + " bytes of a file without a known size"}
	}
	return copied, nil
}

// next reads a piece. noMore is true if a non-blocking file has no more data for now.
func (j *job) next(wanted int64) (piece []byte, noMore bool, err error) {
	var got int
	if j.size > ChunkBytes*8 {
		piece, err = j.readAt(wanted, j.bytes)
		return piece, false, err
	}
	got, err = sys.Read(j.from, j.buffer[:wanted])
	if j.bytes > 0 && sys.Is(err, syscall.EAGAIN) {
		return nil, true, nil
	}
	return j.buffer[:got], false, err
}

// readAt reads a large file at a position. Holes are not read.
func (j *job) readAt(wanted, position int64) ([]byte, error) {
	if piece := j.holes.at(position); piece != nil {
		return piece, nil
	}
	got, err := sys.ReadAt(j.from, j.buffer[:wanted], position)
	return j.buffer[:got], err
}

// ZeroBytes is the size of the largest piece of a hole.
const ZeroBytes = 1024 * 1024

var zeros [ZeroBytes]byte

// IsZeros reports whether a piece came from a hole, so that a sink need not read it.
func IsZeros(piece []byte) bool { return len(piece) > 0 && &piece[0] == &zeros[0] }

// holes finds the holes of an open file. It does not remember them: the file may change.
type holes struct {
	fd   int
	size int64
	// Up to this position there is data: the system need not be asked.
	askFrom int64
}

// holesOf returns the holes of a file. If all of its blocks are allocated, it does not look for any.
func holesOf(fd int, stat sys.Stat) holes {
	h := holes{fd: fd, size: stat.Size}
	if stat.Allocated >= stat.Size {
		h.askFrom = stat.Size
	}
	return h
}

// at returns the zeros of a hole at a position, at most ZeroBytes; nil if there are fewer than ChunkBytes. It returns whole
// chunks and leaves the end of the file to be read, so that lines are cut as if the hole were read.
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
