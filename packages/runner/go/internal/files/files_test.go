package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func TestNormalize(t *testing.T) {
	cases := map[string]string{
		"": "/", "/": "/", "a": "/a", "/a//b/./c": "/a/b/c", "/../../etc": "/etc", "/a/../b": "/b", "/a/..": "/", "/\xff/x": "/\xff/x",
	}
	for path, want := range cases {
		if got, err := Normalize(path); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", path, got, err, want)
		}
	}
	if _, err := Normalize("/a\x00"); err == nil || err.Error() != `path "/a\u0000" contains a NUL byte` {
		t.Error(err)
	}
}

func TestRiskyMounts(t *testing.T) {
	for kind, want := range map[string]bool{
		"nfs": true, "nfs4": true, "nfsd": false, "fuse": true, "fuse.sshfs": true, "fuseblk": true, "fusectl": false, "ext4": false,
		"smb3": true, "cifs": true, "gfs2": true, "autofs": true, "overlay": false,
	} {
		if isRisky(kind) != want {
			t.Errorf("%s: %v", kind, !want)
		}
	}
	table := filepath.Join(t.TempDir(), "table")
	os.WriteFile(table, []byte("1 1 0:1 / / rw - nfs a a\n2 1 0:1 / /a\\040b rw shared:1 - nfs4 a a\n3 1 0:1 / /m rw,nosuid - ext4 a a\n"), 0o600)
	guard := NewGuard(table)
	if _, ok := guard.At("/"); ok {
		t.Error("the root counts")
	}
	if mount, ok := guard.At("/a b"); !ok || mount.Type != "nfs4" {
		t.Error("a mount with a blank is not known")
	}
	if path, ok := guard.WithoutSetuid("/m/x"); !ok || path != "/m" {
		t.Error("a medium is not known")
	}
}

// rootWith makes a root directory with links that try to leave it.
func rootWith(t *testing.T) (root, outside string) {
	root, outside = t.TempDir(), t.TempDir()
	os.WriteFile(filepath.Join(outside, "secret"), []byte("outside"), 0o644)
	os.Mkdir(filepath.Join(root, "etc"), 0o755)
	os.WriteFile(filepath.Join(root, "etc/name"), []byte("inside"), 0o644)
	os.Symlink("/etc/name", filepath.Join(root, "absolute"))
	os.Symlink("../../../../../etc/name", filepath.Join(root, "etc/up"))
	os.Symlink(outside+"/secret", filepath.Join(root, "out"))
	os.Symlink("loop", filepath.Join(root, "loop"))
	syscall.Mkfifo(filepath.Join(root, "fifo"), 0o644)
	return root, outside
}

func read(t *testing.T, opener *Opener, locator *Locator, path string) (string, error) {
	location, err := locator.Locate(path)
	if err != nil {
		return "", err
	}
	fd, err := opener.File(location.Path, nil, path, Anywhere)
	if err != nil {
		return "", err
	}
	defer syscall.Close(fd)
	buffer := make([]byte, 100)
	got, _ := syscall.Read(fd, buffer)
	return string(buffer[:got]), nil
}

func TestLinksDoNotLeaveTheRoot(t *testing.T) {
	for _, without := range []bool{false, true} {
		sys.WithoutOpenat2.Store(without)
		root, outside := rootWith(t)
		opener, err := NewOpener(root)
		if err != nil {
			t.Fatal(err)
		}
		locator := NewLocator(root, NewGuard("/nonexistent"))
		for path, want := range map[string]string{"/etc/name": "inside", "/absolute": "inside", "/etc/up": "inside"} {
			if got, err := read(t, opener, locator, path); err != nil || got != want {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
		for path, want := range map[string]string{
			"/out":  "/out: no such file or directory",
			"/fifo": "/fifo: is a FIFO, not a regular file",
			"/loop": "/loop: too many symbolic links",
			"/etc":  "/etc: is a directory, not a regular file",
		} {
			if got, err := read(t, opener, locator, path); err == nil || err.Error() != want {
				t.Errorf("%s: %q, %v; want %s", path, got, err, want)
			}
		}
		// A checked directory is replaced by a link before it is opened.
		os.Rename(filepath.Join(root, "etc"), filepath.Join(root, "was"))
		os.Symlink(outside, filepath.Join(root, "etc"))
		os.WriteFile(filepath.Join(outside, "name"), []byte("outside"), 0o644)
		if fd, err := opener.File(root+"/etc/name", nil, "/etc/name", Anywhere); err == nil {
			t.Errorf("a replaced directory was followed: %d", fd)
		}
	}
	sys.WithoutOpenat2.Store(false)
}

func TestOtherFilesAreNotOpened(t *testing.T) {
	opener, _ := NewOpener("/")
	fifo := filepath.Join(t.TempDir(), "fifo")
	syscall.Mkfifo(fifo, 0o644)
	for path, want := range map[string]string{
		"/dev/null": "/dev/null: is a character device, not a regular file", fifo: fifo + ": is a FIFO, not a regular file",
		"/nonexistent": "/nonexistent: no such file or directory",
	} {
		if _, err := opener.File(path, nil, path, Anywhere); err == nil || err.Error() != want {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

func needRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
}

// directoryForAll makes a directory that every user can enter.
func directoryForAll(t *testing.T) string {
	base := t.TempDir()
	for at := base; strings.HasPrefix(at, os.TempDir()) && at != os.TempDir(); at = filepath.Dir(at) {
		os.Chmod(at, 0o755)
	}
	return base
}

func TestALinkIsFollowedWithTheRightsOfWhoMadeIt(t *testing.T) {
	needRoot(t)
	base := directoryForAll(t)
	secret := filepath.Join(base, "secret")
	os.WriteFile(secret, []byte("secret"), 0o600)
	theirs := filepath.Join(base, "theirs")
	os.Mkdir(theirs, 0o755)
	os.Chown(theirs, 12345, 12345)
	link := filepath.Join(theirs, "link")
	os.Symlink(secret, link)
	os.Lchown(link, 12345, 12345)
	opener, _ := NewOpener("/")
	want := link + ": user 12345 decides where it leads, but has no permission to read the target"
	if _, err := opener.File(link, nil, link, Anywhere); err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	want = secret + ": user 12345 decides where it leads, but has no permission to read the target"
	if _, err := opener.File(secret, &account.Account{Uid: 12345, Gid: 12345}, secret, Anywhere); err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	os.Chmod(secret, 0o644)
	if fd, err := opener.File(link, nil, link, Anywhere); err != nil {
		t.Error(err)
	} else {
		syscall.Close(fd)
	}
	if controller, err := opener.Controller(link); err != nil || controller == nil || controller.Uid != 12345 {
		t.Errorf("%+v, %v", controller, err)
	}
	into := filepath.Join(theirs, "proc")
	os.Symlink("/proc/self/status", into)
	os.Lchown(into, 12345, 12345)
	if _, err := opener.File(into, nil, into, Anywhere); err == nil || err.Error() != into+": user 12345 made it lead into /proc" {
		t.Error(err)
	}
}

// sharedWith makes a sticky directory that everybody may write to, with a directory of root and a file in it.
func sharedWith(t *testing.T, directory, name string) (at string) {
	base := directoryForAll(t)
	at = filepath.Join(base, "sticky", directory)
	os.MkdirAll(at, 0o755)
	os.Chmod(filepath.Dir(at), 0o777|os.ModeSticky)
	os.WriteFile(filepath.Join(at, name), []byte(name), 0o644)
	return at
}

func TestADirectoryThatRootRemovedMayBecomeThatOfAnother(t *testing.T) {
	needRoot(t)
	cache := sharedWith(t, "app-cache", "a.log")
	secret := filepath.Join(filepath.Dir(filepath.Dir(cache)), "rootonly")
	os.WriteFile(secret, []byte("secret"), 0o600)
	opener, _ := NewOpener("/")
	fd, err := opener.File(filepath.Join(cache, "a.log"), nil, "a.log", Anywhere)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Close(fd)
	os.RemoveAll(cache)
	os.Mkdir(cache, 0o755)
	link := filepath.Join(cache, "b.log")
	os.Symlink(secret, link)
	os.Lchown(link, 12345, 12345)
	os.Chown(cache, 12345, 12345)
	want := link + ": user 12345 decides where it leads, but has no permission to read the target"
	if _, err := opener.File(link, nil, link, Anywhere); err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}

func TestOnlyWhatNobodyElseCanReplaceIsKnown(t *testing.T) {
	needRoot(t)
	cache := sharedWith(t, "app-cache", "a.log")
	reach := NewReacher(account.NewLookup())
	for _, path := range []string{filepath.Join(cache, "a.log"), "/usr/bin/env", "/proc/self/status"} {
		if _, err := reach.Reach(path, nil); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{cache: false, "/usr": true, "/usr/bin": true, "/proc/self": false} {
		if reach.rootsOwn[path] != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

func TestRightsEndWithTheirThread(t *testing.T) {
	needRoot(t)
	for range 50 {
		err := account.With(&account.Account{Uid: 12345, Gid: 12345, Groups: []uint32{54321}}, func() error {
			status, _ := sys.ReadSmall("/proc/thread-self/status", 4096)
			if !strings.Contains(string(status), "Uid:\t0\t12345\t0\t12345") || !strings.Contains(string(status), "Groups:\t54321") {
				t.Errorf("the thread has other rights: %s", status)
			}
			if !strings.Contains(string(status), "CapEff:\t0000000000000000") {
				t.Errorf("the thread has capabilities: %s", status)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 300 {
		if !anyThreadActsAs("12345") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a thread kept the rights")
}

func anyThreadActsAs(uid string) bool {
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		status, err := sys.ReadSmall("/proc/self/task/"+task.Name()+"/status", 4096)
		if err == nil && strings.Contains(string(status), uid) {
			return true
		}
	}
	return false
}

func TestNamesSurvive(t *testing.T) {
	directory := t.TempDir()
	for _, name := range []string{"a\xff", "é", "b\nc"} {
		os.WriteFile(filepath.Join(directory, name), nil, 0o600)
	}
	opener, _ := NewOpener("/")
	found := map[string]bool{}
	err := NewDirectories(opener).Names(directory, func(name string) error {
		found[name] = true
		return nil
	})
	if err != nil || len(found) != 3 || !found["a\xff"] || !found["é"] || !found["b\nc"] {
		t.Errorf("%v, %v", found, err)
	}
}
