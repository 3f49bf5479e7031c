package copying

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func copyFile(t *testing.T, path string, options Options) (string, Copied) {
	t.Helper()
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	var got bytes.Buffer
	copied, err := Open(fd, func(content []byte) error {
		got.Write(content)
		return nil
	}, options)
	if err != nil {
		t.Fatal(err)
	}
	if copied.Bytes != int64(got.Len()) {
		t.Errorf("%d bytes were said to be %d", got.Len(), copied.Bytes)
	}
	return got.String(), copied
}

func TestKeepsTheEndOfALargerFile(t *testing.T) {
	long := strings.Repeat("0123456789abcde\n", 20_000)
	cases := []struct {
		name, content string
		max           int64
		raw           bool
		want, reason  string
	}{
		{"whole", "a\nb\n", 4, false, "a\nb\n", ""},
		{"empty", "", 4, false, "", ""},
		{"short tail", "one\ntwo\nthree\n", 8, false, "three\n", "the last 6 of 14 bytes"},
		{"short raw tail", "one\ntwo\nthree\n", 8, true, "o\nthree\n", "the last 8 of 14 bytes"},
		{"a long line", "one long line", 4, false, "line", "the last 4 of 13 bytes"},
		{"a long line with its end", "one long line\n", 4, false, "ine\n", "the last 4 of 14 bytes"},
		{"tail", long, 200_000, false, long[len(long)-199_984:], "the last 199984 of 320000 bytes"},
		{"raw tail", long, 200_001, true, long[len(long)-200_001:], "the last 200001 of 320000 bytes"},
		{"nothing", "one\n", 0, false, "", "the last 0 of 4 bytes"},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(one.content), 0o600); err != nil {
				t.Fatal(err)
			}
			got, copied := copyFile(t, path, Options{MaxBytes: one.max, Raw: one.raw})
			if got != one.want {
				t.Errorf("%d bytes, %.40q; want %d, %.40q", len(got), got, len(one.want), one.want)
			}
			reason := ""
			if copied.Cut != nil {
				reason = copied.Cut.Reason
				if *copied.Cut.OriginalBytes != int64(len(one.content)) {
					t.Errorf("original bytes: %d", *copied.Cut.OriginalBytes)
				}
			}
			if reason != one.reason {
				t.Errorf("%q; want %q", reason, one.reason)
			}
		})
	}
}

func TestCutsAPseudoFileAtItsBeginning(t *testing.T) {
	got, copied := copyFile(t, "/proc/version", Options{MaxBytes: 10})
	if len(got) != 10 || copied.Cut == nil || copied.Cut.Reason != "the first 10 bytes of a file without a known size" {
		t.Errorf("%q, %+v", got, copied.Cut)
	}
}

func TestStopsWithAReason(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	os.WriteFile(path, bytes.Repeat([]byte("line\n"), 400_000), 0o600)
	calls := 0
	stopped := func() string {
		if calls++; calls > 2 {
			return "the run has ended"
		}
		return ""
	}
	_, copied := copyFile(t, path, Options{MaxBytes: 3_000_000, Stopped: stopped})
	if copied.Cut == nil || copied.Cut.Reason != "the first 262144 of 2000000 bytes: the run has ended" {
		t.Errorf("%+v", copied.Cut)
	}
	calls = 0
	_, copied = copyFile(t, path, Options{MaxBytes: 1_000_000, Stopped: stopped})
	if copied.Cut == nil || copied.Cut.Reason != "262139 of 2000000 bytes, from byte 1000005 on: the run has ended" {
		t.Errorf("%+v", copied.Cut)
	}
}

func TestLeavesOutALineThatIsBeingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	os.WriteFile(path, []byte("whole\nnot yet, but later"), 0o600)
	fd, _ := syscall.Open(path, syscall.O_RDONLY, 0)
	defer syscall.Close(fd)
	for content, want := range map[string]string{"whole\nnot": "whole\n", "whole\n": "whole\n", "no line": "no line"} {
		if got := string(toWholeLine([]byte(content), fd, 9)); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
	if got := string(toWholeLine([]byte("whole\nnot"), fd, 100)); got != "whole\nnot" {
		t.Errorf("%q of a file that does not grow", got)
	}
}

func TestSecondsAreWrittenAsInJavaScript(t *testing.T) {
	for number, want := range map[float64]string{10: "10", 0.3: "0.3", 1.5: "1.5", 0: "0"} {
		if got := Seconds(number); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

func TestStreamBeginsWithAWholeLine(t *testing.T) {
	run := func(options Options, drop bool, pieces ...string) (string, Copied) {
		var got strings.Builder
		stream := NewStream(func(content []byte) error {
			got.Write(content)
			return nil
		}, options)
		if drop {
			stream.DropFirst()
		}
		for _, piece := range pieces {
			stream.Take([]byte(piece))
		}
		copied, _ := stream.End()
		return got.String(), copied
	}
	if got, _ := run(Options{MaxBytes: 8}, true, "xone\n", "two\n"); got != "two\n" {
		t.Errorf("%q", got)
	}
	if got, _ := run(Options{MaxBytes: 80}, true, "one\n", "two\n"); got != "one\ntwo\n" {
		t.Errorf("%q of a file that became smaller", got)
	}
	if got, copied := run(Options{MaxBytes: 5}, false, "one\n", "two\n"); got != "one\nt" || copied.Cut == nil {
		t.Errorf("%q, %+v", got, copied.Cut)
	}
}
