package session

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

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
