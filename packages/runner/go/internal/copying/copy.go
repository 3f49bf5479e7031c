package copying

import (
	"math"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Cut says why content is not complete.
type Cut struct {
	Reason        string `json:"reason"`
	OriginalBytes *int64 `json:"originalBytes,omitempty"`
}

// Copied is the result of copying.
type Copied struct {
	Bytes int64
	// Cut is set if something is missing.
	Cut *Cut
}

// Options are the limits of copying, and how to cut.
type Options struct {
	MaxBytes int64
	// Raw cuts anywhere, not at a line.
	Raw bool
	// Seconds after which reading ends with what was read so far; 0 for no limit.
	Timeout float64
	// Stopped says why reading must stop; empty while it may go on.
	Stopped func() string
	// Waited is the time that the sink spent waiting for the head: it does not count.
	Waited func() time.Duration
}

// Sink takes content; what it is given is only valid during the call, and must not be changed.
type Sink func(content []byte) error

// ChunkBytes is the most that is read at once.
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

// Open copies an open file from its start. It keeps the end of a file larger than the limit, starting at a whole line, or the
// beginning if the system does not know its size. For a hole, the sink gets Zeros.
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
		case j.size > j.MaxBytes && j.size <= ChunkBytes:
			copied, err = j.shortTail()
		case j.size > j.MaxBytes:
			copied, err = j.tail()
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

// givenUp says why reading ends before the end; empty if it goes on.
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

// Seconds writes a number as JavaScript does.
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

// next reads a piece; noMore if a non-blocking file had data but has no more for now.
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

// readAt reads at a position of a large file; what is a hole is not read.
func (j *job) readAt(wanted, position int64) ([]byte, error) {
	if piece := j.holes.at(position); piece != nil {
		return piece, nil
	}
	got, err := sys.ReadAt(j.from, j.buffer[:wanted], position)
	return j.buffer[:got], err
}
