package session

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/launch"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

func TestMain(m *testing.M) {
	if launch.IsAsked(os.Args) {
		launch.Run(os.Args)
		os.Exit(1)
	}
	command.Prepare()
	// Otherwise, sessions of one process would end each other's commands.
	longestEnd = time.Minute
	os.Exit(m.Run())
}

// head is the other side of a session.
type head struct {
	t       testing.TB
	input   *os.File
	output  *os.File
	status  chan int
	content map[uint32]string
	next    uint32
}

func connect(t testing.TB) *head {
	fromHead, input, _ := os.Pipe()
	output, toHead, _ := os.Pipe()
	h := &head{t: t, input: input, output: output, status: make(chan int, 1), content: map[uint32]string{}}
	s := New(toHead, "test")
	over := make(chan struct{})
	go func() {
		h.status <- s.Serve(fromHead)
		toHead.Close()
		fromHead.Close()
		close(over)
	}()
	t.Cleanup(func() {
		input.Close()
		output.Close()
		<-over
	})
	return h
}

func (h *head) send(id uint32, kind wire.Kind, flags uint8, payload string) {
	header := make([]byte, 16)
	binary.BigEndian.PutUint32(header, uint32(len(payload)))
	binary.BigEndian.PutUint32(header[4:], id)
	header[8], header[9] = byte(kind), flags
	h.input.Write(append(header, payload...))
}

type reply map[string]any

// await reads frames until the last one of a request.
func (h *head) await(id uint32) reply {
	h.t.Helper()
	h.output.SetReadDeadline(time.Now().Add(20 * time.Second))
	var parts strings.Builder
	for {
		frame, err := wire.ReadFrame(h.output)
		if err != nil {
			h.t.Fatalf("no answer to %d: %v", id, err)
		}
		if frame.Kind == wire.Content {
			h.content[frame.ID] += string(frame.Payload)
			continue
		}
		if frame.ID != id {
			continue
		}
		parts.Write(frame.Payload)
		if frame.Flags&wire.More != 0 {
			continue
		}
		text := parts.String()
		if frame.Kind == wire.Failure {
			text = string(frame.Payload)
		}
		answer := reply{}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			h.t.Fatalf("%q: %v", text, err)
		}
		return answer
	}
}

func (h *head) ask(kind wire.Kind, payload string) reply {
	h.t.Helper()
	h.next++
	h.send(h.next, kind, 0, payload)
	return h.await(h.next)
}

func (h *head) hello(more string) reply {
	h.t.Helper()
	return h.ask(wire.Hello, `{"protocol":3`+more+`}`)
}

func (h *head) ends(want int) {
	h.t.Helper()
	select {
	case status := <-h.status:
		if status != want {
			h.t.Errorf("the session ended with %d; want %d", status, want)
		}
	case <-time.After(10 * time.Second):
		h.t.Fatal("the session goes on")
	}
}

func TestVersions(t *testing.T) {
	h := connect(t)
	if answer := h.hello(""); answer["protocol"] != 3.0 || answer["root"] != "/" {
		t.Errorf("%v", answer)
	}
	h = connect(t)
	answer := h.ask(wire.Hello, `{"protocol":4,"new":true}`)
	want := "this runner speaks protocol 3, the head protocol 4; use a head and a runner of the same release"
	if answer["reason"] != want || answer["end"] != true || answer["problem"] != "refused" {
		t.Errorf("%v", answer)
	}
	h.ends(1)
	h = connect(t)
	if answer := h.hello(`,"root":"/etc/passwd"`); answer["reason"] != "is not a directory" || answer["end"] != true {
		t.Errorf("%v", answer)
	}
	h.ends(1)
}

func TestMalformedInputEndsTheSession(t *testing.T) {
	cases := []struct {
		name   string
		send   func(h *head)
		reason string
	}{
		{"kind", func(h *head) { h.send(5, 99, 0, "") }, "a frame has the kind 99, which a head does not send"},
		{"id", func(h *head) { h.send(0, wire.Stat, 0, "{}") }, "a frame has the id 0"},
		{"json", func(h *head) { h.send(5, wire.Stat, 0, "{") }, "a request cannot be read: the JSON is not complete"},
		{"field", func(h *head) { h.send(5, wire.Stat, 0, `{"path":"/","x":1}`) }, `a request cannot be read: the field "x" is not known`},
		{"more", func(h *head) { h.send(5, wire.Stat, 0, `{"path":"/"} {}`) }, "a request cannot be read: something follows the JSON"},
		{"no path", func(h *head) { h.send(5, wire.Read, 0, `{}`) }, "a request has no path"},
		{"hello", func(h *head) { h.send(5, wire.Hello, 0, `{"protocol":3}`) }, "hello must be the first request, and only that"},
		{"in use", func(h *head) {
			h.send(5, wire.Run, 0, `{"argv":["/bin/sleep","100"]}`)
			h.send(5, wire.Run, 0, `{"argv":["/bin/sleep","100"]}`)
		}, "the id 5 is in use"},
		{"credit", func(h *head) { h.send(5, wire.Credit, 0, "1") }, "a frame of the kind 12 has 1 bytes or flags that it cannot have"},
		{"keywords", func(h *head) { h.send(5, wire.Keywords, 0, `{"words":["ab"],"offsets":[0]}`) }, "keywords or offsets that are not allowed"},
		{"share", func(h *head) { h.send(5, wire.Share, 0, "\x00\x00\x00\x08") }, "there is no slot 8 of memory"},
		{"large", func(h *head) {
			for range 17 {
				h.send(5, wire.Stat, wire.More, strings.Repeat(" ", 65536))
			}
		}, "a request has more than 1048576 bytes, or all together more than 4194304"},
		{"many", func(h *head) {
			for id := range 1025 {
				h.send(uint32(id+5), wire.Stat, wire.More, "")
			}
		}, "more than 1024 requests are open"},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) {
			h := connect(t)
			h.hello("")
			go one.send(h)
			h.output.SetReadDeadline(time.Now().Add(10 * time.Second))
			for {
				frame, err := wire.ReadFrame(h.output)
				if err != nil {
					t.Fatal(err)
				}
				if frame.Kind != wire.Failure {
					continue
				}
				answer := reply{}
				json.Unmarshal(frame.Payload, &answer)
				if answer["reason"] != one.reason || answer["end"] != true {
					t.Errorf("%v; want %s", answer, one.reason)
				}
				break
			}
			h.ends(1)
		})
	}
}

func TestRequestsCanFollowHelloAtOnce(t *testing.T) {
	h := connect(t)
	h.send(1, wire.Hello, 0, `{"protocol":3}`)
	h.send(2, wire.Stat, 0, `{"path":"/etc/passwd"}`)
	if answer := h.await(2); answer["kind"] != "file" {
		t.Errorf("%v", answer)
	}
	h = connect(t)
	h.send(1, wire.Hello, 0, `{"protocol":3}`)
	h.send(2, wire.Hello, 0, `{"protocol":3}`)
	if answer := h.await(2); answer["end"] != true {
		t.Errorf("%v", answer)
	}
	h.ends(1)
}

func TestFirstRequestIsHello(t *testing.T) {
	h := connect(t)
	if answer := h.ask(wire.Stat, `{"path":"/"}`); answer["end"] != true {
		t.Errorf("%v", answer)
	}
	h.ends(1)
}

func TestVerbs(t *testing.T) {
	base := t.TempDir()
	os.WriteFile(filepath.Join(base, "a\xff.log"), []byte("one\ntwo\n"), 0o600)
	os.WriteFile(filepath.Join(base, "b.log"), nil, 0o600)
	h := connect(t)
	h.hello("")
	path := `"` + base + `/a\udcff.log"`
	if answer := h.ask(wire.Stat, `{"path":`+path+`}`); answer["kind"] != "file" || answer["size"] != 8.0 {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Read, `{"path":`+path+`,"maxBytes":5}`); answer["bytes"] != 4.0 || h.content[h.next] != "two\n" {
		t.Errorf("%v, %q", answer, h.content[h.next])
	}
	if answer := h.ask(wire.List, `{"path":"`+base+`"}`); len(answer["names"].([]any)) != 2 {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Glob, `{"patterns":["`+base+`/*.log"]}`); len(answer["paths"].([]any)) != 2 || len(answer["notEntered"].([]any)) != 0 {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Glob, `{"patterns":["`+base+`/*.log"],"newest":1}`); len(answer["paths"].([]any)) != 1 || answer["matched"] != 2.0 {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Which, `{"word":"nosuchprogram"}`); answer["reason"] != "command not found: nosuchprogram" {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Controller, `{"path":"/tmp/nothing"}`); answer["account"] != nil {
		t.Errorf("%v", answer)
	}
	input := base64.StdEncoding.EncodeToString([]byte("hello"))
	if answer := h.ask(wire.Run, `{"argv":["/bin/cat"],"stdin":"`+input+`"}`); answer["rc"] != 0.0 || h.content[h.next] != "hello" {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Bye, ""); answer["ended"] != 0.0 {
		t.Errorf("%v", answer)
	}
	h.ends(0)
}

func TestNoCommandRunsForAnotherRoot(t *testing.T) {
	h := connect(t)
	h.hello(`,"root":"` + t.TempDir() + `"`)
	if answer := h.ask(wire.Run, `{"argv":["/bin/true"]}`); answer["reason"] != notRun || answer["problem"] != "absent" {
		t.Errorf("%v", answer)
	}
}

func TestCredit(t *testing.T) {
	h := connect(t)
	h.hello("")
	h.send(9, wire.Run, 0, `{"argv":["/usr/bin/yes"],"maxBytes":200000}`)
	got := 0
	for got < 65536 {
		frame, err := wire.ReadFrame(h.output)
		if err != nil {
			t.Fatal(err)
		}
		got += len(frame.Payload)
	}
	h.output.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	if frame, err := wire.ReadFrame(h.output); err == nil {
		t.Errorf("%d bytes came without credit", len(frame.Payload))
	}
	h.send(9, wire.Credit, 0, "\x00\x10\x00\x00")
	if answer := h.await(9); answer["bytes"] != 200000.0 || got+len(h.content[9]) != 200000 {
		t.Errorf("%v, %d", answer, got+len(h.content[9]))
	}
}

func TestContentInMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	var lines strings.Builder
	for line := 0; lines.Len() < 3_000_000; line++ {
		fmt.Fprintln(&lines, line)
	}
	os.WriteFile(path, []byte(lines.String()), 0o600)
	h := connect(t)
	memory, err := os.Open(fmt.Sprintf("/proc/self/fd/%v", h.hello("")["memory"]))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	const slot = 3
	h.send(8, wire.Keywords, 0, `{"words":["000\n","\u00e0b\n"],"offsets":[0,0]}`)
	if answer := h.await(8); len(answer) != 0 {
		t.Errorf("%v", answer)
	}
	h.send(9, wire.Read, 0, fmt.Sprintf(`{"path":%q}`, path))
	h.send(9, wire.Share, 0, "\x00\x00\x00\x03")
	var got strings.Builder
	at, shared, credit := 0, 0, 65536
	for {
		frame, err := wire.ReadFrame(h.output)
		if err != nil {
			t.Fatal(err)
		}
		if frame.Kind == wire.Answer {
			break
		}
		content := frame.Payload
		if frame.Kind == wire.Shared {
			content = make([]byte, binary.BigEndian.Uint32(frame.Payload))
			memory.ReadAt(content, int64(slot*slotBytes+at))
			at = (at + len(content)) % slotBytes
			shared += len(content)
			// A last line end may be missing, like any keyword at the end.
			if hits, lines := binary.BigEndian.Uint32(frame.Payload[4:]), bytes.Count(content[:max(0, len(content)-64)], []byte("000\n")); int(hits) < lines || len(frame.Payload) != 8+4*int(hits) {
				t.Errorf("%d keywords in %d bytes; want %d", hits, len(frame.Payload), lines)
			}
		}
		got.Write(content)
		if credit -= len(content); credit < 0 {
			t.Fatalf("%d bytes came without credit", -credit)
		}
		if credit < 100_000 {
			credit += 300_000
			h.send(9, wire.Credit, 0, string(binary.BigEndian.AppendUint32(nil, 300_000)))
		}
	}
	if got.String() != lines.String() {
		t.Errorf("%d bytes of %d, or others", got.Len(), lines.Len())
	}
	if shared < 2_000_000 {
		t.Errorf("only %d bytes came in memory", shared)
	}
}

func TestHolesAreNumbersOfZerosThatNeedCredit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	const size = 64 * 1024 * 1024
	os.WriteFile(path, []byte("first\n"), 0o600)
	os.Truncate(path, size)
	h := connect(t)
	h.hello("")
	h.send(9, wire.Read, 0, fmt.Sprintf(`{"path":%q,"raw":true}`, path))
	var zeros, spent, content int
	for credit := 65536; ; {
		frame, err := wire.ReadFrame(h.output)
		if err != nil {
			t.Fatal(err)
		}
		if frame.Kind == wire.Answer {
			break
		}
		cost := len(frame.Payload)
		if frame.Kind == wire.Zeros {
			count := int(binary.BigEndian.Uint32(frame.Payload))
			cost = (count + zerosPerCredit - 1) / zerosPerCredit
			zeros += count
		} else {
			content += len(frame.Payload)
		}
		spent += cost
		if spent > credit {
			t.Fatalf("%d of %d were spent", spent, credit)
		}
		if credit-spent < 1024 {
			credit += 2000
			h.send(9, wire.Credit, 0, "\x00\x00\x07\xd0")
		}
	}
	if content+zeros != size || zeros == 0 {
		t.Errorf("%d bytes and %d zeros of %d", content, zeros, size)
	}
}

func isAlive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestTheEndOfInputEndsEverything(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	h := connect(t)
	h.hello("")
	h.send(5, wire.Run, 0, `{"argv":["/bin/sh","-c","setsid sh -c 'echo $$ > `+file+`; exec sleep 100' >/dev/null & exec sleep 100"]}`)
	var pid int
	for pid == 0 {
		content, _ := os.ReadFile(file)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(content)))
		time.Sleep(10 * time.Millisecond)
	}
	h.input.Close()
	h.ends(0)
	for range 200 {
		if !isAlive(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a process outlives the head")
}

func TestCancelAndStop(t *testing.T) {
	h := connect(t)
	h.hello("")
	// Far from the ids of ask: a stop has its id until all has ended.
	h.send(105, wire.Run, 0, `{"argv":["/bin/sleep","100"]}`)
	h.send(105, wire.Cancel, 0, "")
	if answer := h.await(105); answer["problem"] != "failed" || answer["reason"] != "cancelled" && answer["reason"] != "ended: cancelled" {
		t.Errorf("%v", answer)
	}
	h.send(106, wire.Run, 0, `{"argv":["/bin/sleep","100"]}`)
	time.Sleep(100 * time.Millisecond)
	h.send(107, wire.Stop, 0, `{"reason":"enough"}`)
	if answer := h.await(106); answer["problem"] != "failed" || answer["reason"] != "ended: enough" {
		t.Errorf("%v", answer)
	}
	if answer := h.ask(wire.Run, `{"argv":["/bin/true"]}`); answer["problem"] != "failed" || answer["reason"] != "enough" {
		t.Errorf("%v", answer)
	}
	// Some of these might be answered if an access looked for the reason only by chance.
	for range 20 {
		for kind, payload := range map[wire.Kind]string{
			wire.Read: `{"path":"/etc/passwd"}`, wire.Which: `{"word":"cat"}`, wire.Glob: `{"patterns":["/etc/passwd"]}`,
		} {
			if answer := h.ask(kind, payload); answer["problem"] != "failed" || answer["reason"] != "enough" {
				t.Errorf("%d: %v", kind, answer)
			}
		}
	}
}

// While another process holds a lease on a file, opening it takes until its time is over.
func TestAnAccessThatTakesLongHoldsNothingUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leased")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const setLease = 1024
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), setLease, syscall.F_WRLCK); errno != 0 {
		t.Skip("this file system has no leases: " + errno.Error())
	}
	h := connect(t)
	h.hello("")
	for id := range uint32(3) {
		h.send(100+id, wire.Read, 0, fmt.Sprintf(`{"path":%q,"timeout":1000}`, path))
	}
	if answer := h.ask(wire.Stat, `{"path":"/"}`); answer["kind"] != "directory" {
		t.Errorf("%v", answer)
	}
	h.send(101, wire.Cancel, 0, "")
	if answer := h.await(101); answer["reason"] != "cancelled" {
		t.Errorf("%v", answer)
	}
	h.input.Close()
	h.ends(0)
}

func TestAnAccessThatHangsIsGivenUp(t *testing.T) {
	s := New(io.Discard, "test")
	s.host = &Host{}
	hang := make(chan struct{})
	for id := range maxStuck {
		r := newRequest(s, uint32(id+1), wire.Read)
		s.guarded(r, "/x", 0.001, func() { <-hang })
	}
	for s.stuck.Load() < maxStuck {
		time.Sleep(10 * time.Millisecond)
	}
	r := newRequest(s, 999, wire.Read)
	s.guarded(r, "/x", 10, func() {
		t.Error("another access was begun")
		r.last(wire.Answer, nil)
	})
	isAnswered := func() bool {
		r.gate.Lock()
		defer r.gate.Unlock()
		return r.isDone
	}
	for !isAnswered() {
		time.Sleep(10 * time.Millisecond)
	}
	close(hang)
	for s.stuck.Load() > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	begun := make(chan struct{})
	s.guarded(newRequest(s, 1000, wire.Read), "/x", 10, func() { close(begun) })
	<-begun
}

// FuzzFrames plays a hostile head: any bytes, and frames with any content. No command runs, because the root is another one.
func FuzzFrames(f *testing.F) {
	root := f.TempDir()
	os.WriteFile(filepath.Join(root, "file"), []byte("content\n"), 0o600)
	os.WriteFile(filepath.Join(root, "sparse"), nil, 0o600)
	os.Truncate(filepath.Join(root, "sparse"), 20*1024*1024)
	hello := `{"protocol":3,"root":"` + root + `"}`
	frame := func(id uint32, kind wire.Kind, flags uint8, payload string) string {
		header := make([]byte, 16)
		binary.BigEndian.PutUint32(header, uint32(len(payload)))
		binary.BigEndian.PutUint32(header[4:], id)
		header[8], header[9] = byte(kind), flags
		return string(header) + payload
	}
	for _, seed := range []string{
		"", frame(2, wire.Stat, 0, `{"path":"/file"}`), frame(2, wire.Read, 0, `{"path":"/file"}`) + frame(2, wire.Cancel, 0, ""),
		frame(2, wire.List, 1, `{"path"`) + frame(2, wire.List, 0, `:"/"}`) + frame(2, wire.Credit, 0, "\x00\x00\x00\x01"),
		frame(2, wire.Read, 0, `{"path":"/sparse"}`) + frame(2, wire.Credit, 0, "\x00\x00\x00\x01"), frame(2, wire.Zeros, 0, "\x00\x00\x00\x01"),
		frame(2, wire.Glob, 0, `{"patterns":["/*"]}`) + frame(3, wire.Bye, 0, ""), frame(2, wire.Stop, 0, `{"reason":"x"}`),
		frame(2, wire.Run, 0, `{"argv":["/bin/true"]}`) + frame(3, wire.Which, 0, `{"word":"x"}`) + frame(4, wire.Controller, 0, `{"path":"/"}`),
		frame(2, wire.Read, 0, `{"path":"/file","start":true,"maxBytes":3,"by":{"uid":1,"gid":1},"raw":true,"timeout":1}`),
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, line []byte, greets bool) {
		input := string(line)
		if greets {
			input = frame(1, wire.Hello, 0, hello) + input
		} else if strings.Contains(input, "protocol") {
			return
		}
		s := New(io.Discard, "test")
		status := make(chan int, 1)
		go func() { status <- s.Serve(strings.NewReader(input)) }()
		select {
		case <-status:
		case <-time.After(5 * time.Second):
			t.Fatal("the session goes on after its input ended")
		}
	})
}

type writes [][]byte

func (w *writes) Write(piece []byte) (int, error) {
	*w = append(*w, bytes.Clone(piece))
	return len(piece), nil
}

func TestShortContentComesWithItsAnswer(t *testing.T) {
	var seen writes
	r := newRequest(New(&seen, "test"), 1, wire.Read)
	r.content([]byte("a"))
	r.content([]byte("b"))
	if len(seen) != 0 {
		t.Fatalf("%d writes before the answer", len(seen))
	}
	r.last(wire.Answer, []byte("{}"))
	if len(seen) != 1 {
		t.Fatalf("%d writes, want 1", len(seen))
	}
	from := bytes.NewReader(seen[0])
	content, _ := wire.ReadFrame(from)
	answer, err := wire.ReadFrame(from)
	if string(content.Payload) != "ab" || string(answer.Payload) != "{}" || err != nil {
		t.Errorf("got %q, then %q: %v", content.Payload, answer.Payload, err)
	}
}

func TestLongContentDoesNotWait(t *testing.T) {
	var seen writes
	r := newRequest(New(&seen, "test"), 1, wire.Run)
	r.content(make([]byte, mostBegun))
	r.content([]byte("b"))
	r.content([]byte("c"))
	if len(seen) != 2 {
		t.Errorf("%d writes, want 2: what was held with the next piece, then the last", len(seen))
	}
}

func TestEndsOfCommandsAreJoinedWhileManyWait(t *testing.T) {
	for waiting, wantJoined := range []bool{false, false, true, true} {
		var seen writes
		s := New(&seen, "test")
		s.host = &Host{commands: command.NewRunner(command.Tools{Jobs: 1})}
		// No timer writes meanwhile.
		s.isFlushing.Store(true)
		for range waiting {
			s.host.commands.Ask()
		}
		newRequest(s, 1, wire.Run).last(wire.Answer, nil)
		if isJoined := len(seen) == 0; isJoined != wantJoined {
			t.Errorf("%d commands wait: the answer waits: %v", waiting, isJoined)
		}
		newRequest(s, 2, wire.Read).last(wire.Answer, nil)
		if len(seen) == 0 {
			t.Errorf("%d commands wait: the answer to a read waits", waiting)
		}
	}
}

func TestAnEndDoesNotWaitForCommandsThatRun(t *testing.T) {
	h := connect(t)
	fifo := filepath.Join(t.TempDir(), "fifo")
	syscall.Mkfifo(fifo, 0o600)
	h.ask(wire.Hello, `{"protocol": 3, "jobs": 1}`)
	h.send(100, wire.Run, 0, `{"argv": ["/bin/cat", "`+fifo+`"]}`)
	// Waits until the command reads.
	writer, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for id := uint32(101); id < 106; id++ {
		h.send(id, wire.Run, 0, `{"argv": ["/bin/sleep", "600"], "timeout": 600}`)
	}
	h.ask(wire.Stat, `{"path": "/"}`)
	writer.Close()
	if answer := h.await(100); answer["rc"] != 0.0 {
		t.Errorf("got %v", answer)
	}
	// Otherwise, the commands that wait would start in this process after the end of the session.
	h.ask(wire.Stop, `{"reason": "enough"}`)
}
