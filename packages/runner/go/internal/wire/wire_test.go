package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestFramesSurvive(t *testing.T) {
	var line bytes.Buffer
	writer := NewWriter(&line)
	long := strings.Repeat("x", MaxPayload*2+5)
	for _, frame := range []Frame{{1, Hello, 0, []byte("{}")}, {7, Content, 0, nil}, {9, Answer, 0, []byte(long)}} {
		if err := writer.Write(frame); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	var text []byte
	for {
		frame, err := ReadFrame(&line)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, frame.Payload...)
		if frame.Flags&More == 0 {
			got = append(got, string(text))
			text = nil
		}
	}
	if len(got) != 3 || got[0] != "{}" || got[1] != "" || got[2] != long {
		t.Errorf("%d messages came", len(got))
	}
}

func TestMalformedFrames(t *testing.T) {
	header := func(change func(h []byte)) []byte {
		h := make([]byte, headerBytes)
		h[7], h[8] = 1, 1
		change(h)
		return h
	}
	cases := map[string][]byte{
		"a frame has 65537 bytes; at most 65536 are allowed": header(func(h []byte) { h[1], h[3] = 1, 1 }),
		"a frame has bits set that are reserved":             header(func(h []byte) { h[15] = 1 }),
		"a frame has bits set that are reserved ":            header(func(h []byte) { h[9] = 2 }),
	}
	for words, content := range cases {
		var malformed *Malformed
		if _, err := ReadFrame(bytes.NewReader(content)); !errors.As(err, &malformed) || malformed.Words != strings.TrimSpace(words) {
			t.Errorf("%v; want %s", err, words)
		}
	}
	cut := header(func(h []byte) { h[3] = 5 })
	for length := 1; length <= len(cut); length++ {
		if _, err := ReadFrame(bytes.NewReader(cut[:length])); err != io.ErrUnexpectedEOF {
			t.Errorf("%d bytes of a frame: %v", length, err)
		}
	}
}

func TestTexts(t *testing.T) {
	cases := map[string]string{
		`"plain"`: "plain", `"a\"\\\/\b\f\n\r\t"`: "a\"\\/\b\f\n\r\t", `"\u00e9é"`: "éé", `"\ud83d\ude00"`: "😀", `"x\udc80\udcff"`: "x\x80\xff",
		`"\udce9"`: "\xe9",
	}
	for from, want := range cases {
		if text, err := ParseText([]byte(from)); err != nil || text != want {
			t.Errorf("%s: %q, %v; want %q", from, text, err, want)
		}
	}
	for _, from := range []string{`"\ud800"`, `"\udc7f"`, `"\udd00"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\udc"`, `5`, `{}`} {
		if text, err := ParseText([]byte(from)); err == nil {
			t.Errorf("%s was read as %q", from, text)
		}
	}
	if got := Quote("a\x00\x1f\x7f\n\x80é"); got != "\"a\\u0000\\u001f\x7f\\n\\udc80é\"" {
		t.Error(got)
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a", "\xff\x80", "é\xc3", "\xed\xa0\x80", "😀\xf0\x9f", "\x00\n\"\\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		content := Quote(name)
		if back, err := ParseText([]byte(content)); err != nil || back != name {
			t.Errorf("%q became %s, then %q: %v", name, content, back, err)
		}
		if Less(name, name) {
			t.Errorf("%q is less than itself", name)
		}
	})
}

func FuzzParseText(f *testing.F) {
	f.Add([]byte(`"\udc80\ud83d\ude00"`))
	f.Fuzz(func(t *testing.T, from []byte) {
		var plain string
		text, err := ParseText(from)
		if err != nil {
			return
		}
		if json.Unmarshal(from, &plain) != nil {
			t.Errorf("%q is no JSON, but was read as %q", from, text)
		}
		if back, err := ParseText([]byte(Quote(text))); err != nil || back != text {
			t.Errorf("%q, %q, %q: %v", from, text, back, err)
		}
	})
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02\x00\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		reader := bytes.NewReader(line)
		for {
			frame, err := ReadFrame(reader)
			if err != nil {
				return
			}
			if len(frame.Payload) > MaxPayload {
				t.Fatalf("a payload has %d bytes", len(frame.Payload))
			}
		}
	})
}

type countedWrites struct{ sizes []int }

func (c *countedWrites) Write(piece []byte) (int, error) {
	c.sizes = append(c.sizes, len(piece))
	return len(piece), nil
}

func TestFramesWaitForOthers(t *testing.T) {
	frame := Frame{ID: 1, Kind: Answer}
	later := func(w *Writer) error { return w.WriteLater(3, frame) }
	now := func(w *Writer) error { return w.Write(frame) }
	for name, each := range map[string]struct {
		calls []func(w *Writer) error
		want  []int
	}{
		"fewer than the most":       {[]func(w *Writer) error{later, later}, nil},
		"the most":                  {[]func(w *Writer) error{later, later, later, later}, []int{3 * headerBytes}},
		"the most again":            {[]func(w *Writer) error{later, later, later, later, later, later}, []int{3 * headerBytes, 3 * headerBytes}},
		"with one that cannot wait": {[]func(w *Writer) error{later, later, now, later, later}, []int{3 * headerBytes}},
		"until they are flushed":    {[]func(w *Writer) error{later, (*Writer).Flush, (*Writer).Flush}, []int{headerBytes}},
	} {
		var line countedWrites
		writer := NewWriter(&line)
		for _, call := range each.calls {
			if err := call(writer); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(line.sizes, each.want) {
			t.Errorf("%s: writes of %v bytes, want %v", name, line.sizes, each.want)
		}
	}
}
