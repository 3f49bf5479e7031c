package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// directoryOfRoot returns a new directory that nobody but root can change or replace. Without root, it skips the test.
func directoryOfRoot(t *testing.T) string {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	base, err := os.MkdirTemp("/root", ".runner-test-")
	if err != nil {
		t.Skip("needs a directory of root")
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	return base
}

func TestFindsAndRefuses(t *testing.T) {
	base := directoryOfRoot(t)
	finder := func() *Finder { return NewFinder(NewJudge(files.NewGuard("/proc/self/mountinfo"))) }
	put := func(name, content string, mode os.FileMode, owner int) string {
		path := filepath.Join(base, name)
		os.WriteFile(path, []byte(content), 0o600)
		os.Chown(path, owner, 0)
		os.Chmod(path, mode)
		return path
	}
	script := "#!/bin/sh\n"
	fine := put("fine", script, 0o755, 0)
	theirs := put("theirs", script, 0o755, 12345)
	open := put("open", script, 0o757, 0)
	group := put("group", script, 0o775, 0)
	data := put("data", "text", 0o755, 0)
	plain := put("plain", script, 0o644, 0)
	indirect := put("indirect", "#!"+theirs+"\n", 0o755, 0)
	os.Symlink(fine, filepath.Join(base, "link"))
	if found, failure := finder().Find(filepath.Join(base, "link")); failure != nil || found.Real != fine {
		t.Errorf("%+v, %v", found, failure)
	}
	replace := "so users other than root could replace the program"
	for _, one := range []struct {
		word    string
		problem sys.Problem
		reason  string
	}{
		{theirs, sys.Refused, theirs + " is refused: " + theirs + " belongs to user 12345, " + replace},
		{open, sys.Refused, open + " is refused: everybody may write to " + open + ", " + replace + "; to allow it: chmod go-w " + open},
		{group, sys.Refused, group + " is refused: group root, or an access control list, may write to " + group + ", " + replace + "; to allow it: chmod g-w " + group},
		{indirect, sys.Refused, indirect + " is refused because of its interpreter: " + theirs + " is refused: " + theirs + " belongs to user 12345, " + replace},
		{data, sys.Failed, data + ": not a program that this machine can run"},
		{base, sys.Absent, "command not found: " + base + " is not a file"},
		{plain, sys.Denied, "no permission to run " + plain},
		{"/nonexistent/x", sys.Absent, "command not found: /nonexistent/x"},
		{"a/b", sys.Absent, "command not found: a/b"},
		{"/proc/self/exe", sys.Refused, "/proc/self/exe is refused: its path leads through /proc"},
	} {
		found, failure := finder().Find(one.word)
		if failure == nil || failure.Problem != one.problem || failure.Reason != one.reason {
			t.Errorf("%+v, %+v; want %s", found, failure, one.reason)
		}
	}
}

func TestReplacedProgramIsNotStarted(t *testing.T) {
	base := directoryOfRoot(t)
	// A program for the architecture of this test.
	content, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(base, "program")
	os.WriteFile(path, content, 0o755)
	found, failure := NewFinder(NewJudge(files.NewGuard("/proc/self/mountinfo"))).Find(path)
	if failure != nil {
		t.Fatal(failure)
	}
	fd, err := found.Open()
	sys.Close(fd)
	if err != nil || fd < 0 {
		t.Errorf("%d, %v", fd, err)
	}
	os.Rename(path, path+".old")
	os.WriteFile(path, content, 0o755)
	if _, err := found.Open(); err == nil || err.Error() != path+" is refused: another file has replaced it since it was checked" {
		t.Error(err)
	}
}

func TestWhatOthersCouldReplaceIsJudgedEachTime(t *testing.T) {
	base := directoryOfRoot(t)
	own := filepath.Join(base, "sticky", "own")
	program := filepath.Join(own, "program")
	script := filepath.Join(base, "script")
	make := func() {
		os.MkdirAll(own, 0o755)
		os.Chmod(filepath.Dir(own), 0o777|os.ModeSticky)
		os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755)
	}
	make()
	os.WriteFile(script, []byte("#!"+program+"\n"), 0o755)
	finder := NewFinder(NewJudge(files.NewGuard("/proc/self/mountinfo")))
	for _, word := range []string{program, script} {
		if _, failure := finder.Find(word); failure != nil {
			t.Error(failure)
		}
	}
	os.RemoveAll(own)
	make()
	os.Chown(own, 12345, 12345)
	for _, word := range []string{program, script} {
		if found, failure := finder.Find(word); failure == nil || !strings.Contains(failure.Reason, own+" belongs to user 12345") {
			t.Errorf("%+v, %v", found, failure)
		}
	}
}

func TestNotRunBy(t *testing.T) {
	if got := NotRunBy(os.Getpid(), "/bin/other"); !strings.HasSuffix(got, ", whatever its command line says") {
		t.Error(got)
	}
	own, _ := os.Readlink("/proc/self/exe")
	if got := NotRunBy(os.Getpid(), own); got != "" {
		t.Error(got)
	}
	if got := NotRunBy(999_999_999, own); got != "process 999999999 has ended" {
		t.Error(got)
	}
}

func TestInterpreters(t *testing.T) {
	for start, want := range map[string]string{"#!/bin/sh\n": "/bin/sh", "#! \t/usr/bin/env sh\n": "/usr/bin/env", "#!": "", "#!\n/bin/sh": ""} {
		if got, isScript := interpreterOf([]byte(start)); !isScript || got != want {
			t.Errorf("%q: %q, %v", start, got, isScript)
		}
	}
	if _, isScript := interpreterOf([]byte("\x7fELF")); isScript {
		t.Error("a binary is a script")
	}
}
