package mounted

import (
	"strings"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// answers runs no program: it returns an output for each name.
func answers(outputs map[string]string, outcome Outcome) Run {
	return func(argv []string, to copying.Sink) (Outcome, error) {
		name := argv[0][strings.LastIndexByte(argv[0], '/')+1:]
		return outcome, to([]byte(outputs[name]))
	}
}

func TestMountsAreEnteredOnRequest(t *testing.T) {
	nfs := files.Location{Path: "/mnt/x", Mount: &files.Mount{Path: "/mnt", Type: "nfs4"}}
	entry := NewEntry(false, "/", NewHung(), nil)
	if entry.Enter(nfs) != nil {
		t.Error("a mount was entered")
	}
	refusal := entry.Refusal("/mnt/x", nfs)
	if refusal.Problem != sys.Refused || !refusal.NotEntered || refusal.Reason != "/mnt/x: on the nfs4 mount /mnt, which is not entered" {
		t.Errorf("%+v", refusal)
	}
	entry = NewEntry(true, "/", NewHung(), answers(nil, Outcome{Problem: sys.TimedOut, Reason: "took longer than 10 s"}))
	if _, err := entry.Enter(nfs).Stat("/mnt/x"); err == nil || err.Error() != "/mnt/x: took longer than 10 s" {
		t.Error(err)
	}
	if entry.Enter(nfs) != nil {
		t.Error("a mount that hung was entered again")
	}
	refusal = entry.Refusal("/mnt/x", nfs)
	if refusal.Problem != sys.TimedOut || refusal.Reason != "/mnt/x: on the nfs4 mount /mnt, which did not answer before" {
		t.Errorf("%+v", refusal)
	}
}

func TestAccessesThroughPrograms(t *testing.T) {
	way := &Way{"/mnt", answers(map[string]string{
		"realpath": "/mnt/d\x00", "stat": "81a4 8 100\n", "find": "ffile\x00dsub\x00llink\x00", "tail": "xe\ntwo\n", "cat": "one\ntwo\n",
	}, Outcome{}), func() {}}
	if facts, err := way.Stat("/mnt/d"); err != nil || facts != (Facts{"file", 8, 100_000}) {
		t.Errorf("%+v, %v", facts, err)
	}
	if entries, err := way.Entries("/mnt/d"); err != nil || len(entries) != 3 || !entries[1].IsDir || !entries[2].IsLink || entries[0].Name != "file" {
		t.Errorf("%+v, %v", entries, err)
	}
	for limit, want := range map[int64]string{8: "one\ntwo\n", 6: "two\n"} {
		var got strings.Builder
		copied, err := way.Copy("/mnt/d", func(content []byte) error {
			got.Write(content)
			return nil
		}, copying.Options{MaxBytes: limit})
		if err != nil || got.String() != want || (copied.Cut == nil) != (limit == 8) {
			t.Errorf("%q, %+v, %v", got.String(), copied.Cut, err)
		}
	}
	way.run = answers(map[string]string{"realpath": "/etc/shadow\x00"}, Outcome{})
	if _, err := way.Stat("/mnt/d"); err == nil || err.Error() != "/mnt/d: leads to /etc/shadow, outside /mnt" {
		t.Error(err)
	}
	way.run = answers(map[string]string{"realpath": "realpath: /mnt/d: No such file or directory\n"}, Outcome{RC: 1})
	if _, err := way.Stat("/mnt/d"); sys.ProblemOf(err, "").Problem != sys.Absent {
		t.Error(err)
	}
}
