package copying

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// sparseFile writes data at random places of a file. The rest are holes.
func sparseFile(t *testing.T, random *rand.Rand, size int64) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	file.Truncate(size)
	for range random.Intn(5) {
		text := bytes.Repeat([]byte("a line\n"), 1+random.Intn(40_000))
		file.WriteAt(text, random.Int63n(max(1, size-int64(len(text)))))
	}
	file.Truncate(size)
	return file
}

// copied returns the content that a sink got, and how many bytes of it were zeros of a hole.
func copied(t *testing.T, file *os.File, options Options) (content []byte, inHoles int, result Copied) {
	t.Helper()
	result, err := Open(int(file.Fd()), func(piece []byte) error {
		if IsZeros(piece) {
			inHoles += len(piece)
		}
		content = append(content, piece...)
		return nil
	}, options)
	if err != nil {
		t.Fatal(err)
	}
	return content, inHoles, result
}

func TestHolesAreGivenAsIfTheyWereRead(t *testing.T) {
	seed := time.Now().UnixNano()
	random := rand.New(rand.NewSource(seed))
	inHoles := 0
	for range 60 {
		size := 1 + random.Int63n(6*1024*1024)
		file := sparseFile(t, random, size)
		full, err := os.Create(filepath.Join(t.TempDir(), "full"))
		if err != nil {
			t.Fatal(err)
		}
		all, _ := os.ReadFile(file.Name())
		full.WriteAt(all, 0)
		options := Options{MaxBytes: 1 + random.Int63n(size+size/2), Raw: random.Intn(2) == 0}
		got, zeros, result := copied(t, file, options)
		want, none, plain := copied(t, full, options)
		full.Close()
		if none != 0 {
			t.Errorf("a file with all of its blocks gave %d bytes of holes", none)
		}
		if !bytes.Equal(got, want) || !reflect.DeepEqual(result, plain) {
			t.Fatalf("seed %d: %d bytes, %+v; want %d, %+v", seed, len(got), result.Cut, len(want), plain.Cut)
		}
		inHoles += zeros
	}
	if inHoles == 0 && hasHoles(t) {
		t.Errorf("seed %d: no hole was found", seed)
	}
}

// hasHoles reports whether the file system of the tests reports holes.
func hasHoles(t *testing.T) bool {
	file := sparseFile(t, rand.New(rand.NewSource(1)), 0)
	file.Truncate(1024 * 1024)
	return sys.HoleEnd(int(file.Fd()), 0) > 0
}

func TestAFileThatBecomesSmallerGivesNoZerosBeyondItsEnd(t *testing.T) {
	file := sparseFile(t, rand.New(rand.NewSource(1)), 0)
	file.Truncate(8 * 1024 * 1024)
	var given int64
	result, err := Open(int(file.Fd()), func(piece []byte) error {
		given += int64(len(piece))
		return file.Truncate(3 * 1024 * 1024)
	}, Options{MaxBytes: 8 * 1024 * 1024})
	if err != nil || given != 3*1024*1024 || result.Bytes != given {
		t.Errorf("%d bytes of 3 MiB, %+v, %v", given, result, err)
	}
}

func TestDataWrittenIntoAHoleIsRead(t *testing.T) {
	file := sparseFile(t, rand.New(rand.NewSource(1)), 0)
	file.Truncate(8 * 1024 * 1024)
	late := bytes.Repeat([]byte("late\n"), 100)
	var content []byte
	_, err := Open(int(file.Fd()), func(piece []byte) error {
		content = append(content, piece...)
		_, err := file.WriteAt(late, 5*1024*1024)
		return err
	}, Options{MaxBytes: 8 * 1024 * 1024})
	if err != nil || !bytes.Contains(content, late) {
		t.Errorf("%d bytes without what was written, %v", len(content), err)
	}
}

func TestAFileSystemThatDoesNotTellIsRead(t *testing.T) {
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(ends[0])
	defer syscall.Close(ends[1])
	h := holes{fd: ends[0], size: 8 * 1024 * 1024}
	if piece := h.at(0); piece != nil || h.askFrom != h.size {
		t.Errorf("%d zeros, asked again at %d", len(piece), h.askFrom)
	}
}
