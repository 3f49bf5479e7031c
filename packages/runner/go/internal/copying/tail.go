package copying

import (
	"strconv"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// shortTail reads everything, then cuts: a pseudo-file may be shorter than its size, or readable only from the start.
func (j *job) shortTail() (Copied, error) {
	content := j.buffer[:j.size]
	read := 0
	for {
		got, err := sys.Read(j.from, content[read:])
		if read > 0 && sys.Is(err, syscall.EAGAIN) {
			break
		}
		if err != nil {
			return Copied{}, err
		}
		if got == 0 {
			break
		}
		read += got
	}
	kept := content[max(0, int64(read)-j.MaxBytes):read]
	if !j.Raw {
		if len(kept) != read {
			kept = fromWholeLine(kept, true)
		}
		kept = toWholeLine(kept, j.from, j.size)
	}
	if err := j.write(kept); err != nil {
		return Copied{}, err
	}
	copied := Copied{Bytes: j.bytes}
	if len(kept) != read {
		original := int64(read)
		copied.Cut = &Cut{"the last " + strconv.Itoa(len(kept)) + " of " + strconv.Itoa(read) + " bytes", &original}
	}
	return copied, nil
}

// end copies the end of the file's content after a position, as much as the limit allows.
func (j *job) end(begin int64) (Copied, error) {
	position := max(begin, j.size-j.MaxBytes)
	isCut := position > begin
	first := isCut && !j.Raw
	ended := j.givenUp()
	for position < j.size && ended == "" {
		kept, err := j.readAt(min(ChunkBytes, j.size-position), position)
		if err != nil {
			return Copied{}, err
		}
		if len(kept) == 0 {
			break
		}
		position += int64(len(kept))
		isLast := position >= j.size
		// A line longer than the first chunk, or than the limit, is cut at the limit.
		if first {
			kept = fromWholeLine(kept, isLast)
		}
		if isLast && !j.Raw && !j.endsAt() {
			kept = toWholeLine(kept, j.from, j.size)
		}
		first = false
		if err := j.write(kept); err != nil {
			return Copied{}, err
		}
		ended = j.givenUp()
	}
	copied := Copied{Bytes: j.bytes}
	isEarly := ended != "" && position < j.size
	if !isCut && !isEarly {
		return copied, nil
	}
	original := j.size - begin
	reason := "the last " + strconv.FormatInt(j.bytes, 10) + " of " + strconv.FormatInt(original, 10) + " bytes"
	if isEarly {
		reason = strconv.FormatInt(j.bytes, 10) + " of " + strconv.FormatInt(original, 10) + " bytes, from byte " + strconv.FormatInt(position-j.bytes, 10) + " on: " + ended
	}
	copied.Cut = &Cut{reason, &original}
	return copied, nil
}

// Start copies the first bytes of a file, whose reported size may be wrong.
func Start(from int, to Sink, options Options) (copied Copied, err error) {
	err = WithBuffer(func(buffer []byte) error {
		j := &job{Options: options, from: from, to: to, buffer: buffer}
		for j.bytes < j.MaxBytes {
			if reason := j.givenUp(); reason != "" {
				return sys.Fail(sys.Failed, reason)
			}
			got, err := sys.ReadAt(from, buffer[:min(ChunkBytes, j.MaxBytes-j.bytes)], j.bytes)
			if err != nil {
				return err
			}
			if got == 0 {
				break
			}
			if err := j.write(buffer[:got]); err != nil {
				return err
			}
		}
		copied = Copied{Bytes: j.bytes}
		return nil
	})
	return copied, err
}
