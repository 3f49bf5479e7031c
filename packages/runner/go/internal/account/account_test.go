package account

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/tables"
)

var uids = map[string]uint32{"root": 0, "own": 0, "eve": 4242, "bob": 4243}

// lookup returns a Lookup with the accounts eve and bob.
func lookup(t *testing.T) *Lookup {
	directory := t.TempDir()
	l := NewLookup()
	l.Passwd, l.Group = filepath.Join(directory, "passwd"), filepath.Join(directory, "group")
	os.WriteFile(l.Passwd, []byte("root:x:0:0::/:/bin/sh\neve:x:4242:4243::/:/bin/sh\nbob:x:4243:x::/:/bin/sh\n"), 0o600)
	os.WriteFile(l.Group, []byte("eve:x:4243:\none:x:7:bob,eve\ntwo:x:8:evelyn\nthree:x:9:eve\n"), 0o600)
	return l
}

// beUser makes Own return another user.
func beUser(t *testing.T, uid uint32) {
	before := own
	own = uid
	t.Cleanup(func() { own = before })
}

func file(owner, mode string) sys.Stat {
	bits, _ := strconv.ParseUint(mode, 8, 32)
	return sys.Stat{Uid: uids[owner], Mode: uint32(bits), Links: 1}
}

func expectAccount(t *testing.T, what any, got *Account, want *string) {
	t.Helper()
	name := ""
	switch {
	case got == Anyone:
		name = "anyone"
	case got != nil:
		name = got.Name
	}
	wanted := ""
	if want != nil {
		wanted = *want
	}
	if name != wanted {
		t.Errorf("%+v: %q; want %q", what, name, wanted)
	}
}

func TestWhoControlsAFile(t *testing.T) {
	beUser(t, 0)
	for _, one := range tables.ReadRights(t).Controllers {
		expectAccount(t, one, lookup(t).ControllerOf(file(one.Owner, one.Mode)), one.By)
	}
}

func TestWithWhoseRightsALinkIsFollowed(t *testing.T) {
	for _, one := range tables.ReadRights(t).Links {
		beUser(t, 0)
		link, directory := file(one.Of, "777"), file(one.In, one.Mode)
		got, err := lookup(t).RightsOfLink("/x", link, directory)
		if err != nil {
			t.Error(err)
		}
		expectAccount(t, one, got, one.By)
		// Only root can take on rights.
		beUser(t, 1000)
		got, err = lookup(t).RightsOfLink("/x", link, directory)
		if got != nil && err == nil || (err != nil) != (one.By != nil) {
			t.Errorf("%+v, not as root: %v, %v", one, got, err)
		}
	}
}

func TestWithWhoseRightsAHardLinkIsRead(t *testing.T) {
	eve := &Account{Uid: 4242, Gid: 4242, Name: "eve"}
	before := hardLinksAreProtected
	defer func() { hardLinksAreProtected = before }()
	for _, one := range tables.ReadRights(t).HardLinks {
		beUser(t, map[bool]uint32{true: 0, false: 1000}[one.Root])
		setting := filepath.Join(t.TempDir(), "setting")
		if one.Setting != nil {
			os.WriteFile(setting, []byte(*one.Setting), 0o600)
		}
		hardLinksAreProtected = func() bool { return isOn(setting) }
		mode := map[string]uint32{"file": syscall.S_IFREG, "directory": syscall.S_IFDIR}[one.Kind]
		expectAccount(t, one, RightsOfFile(sys.Stat{Uid: 4242, Mode: mode | 0o644, Links: one.Names}, eve), one.By)
	}
}

func TestAccountsHaveTheirOwnGroups(t *testing.T) {
	l := lookup(t)
	if eve := l.Of(4242); eve.Name != "eve" || eve.Gid != 4243 || len(eve.Groups) != 2 || eve.Groups[0] != 7 || eve.Groups[1] != 9 {
		t.Errorf("%+v", eve)
	}
	// A broken line counts as no line.
	for _, uid := range []uint32{4243, 99} {
		if found := l.Of(uid); found.Uid != uid || found.Gid != nobody || len(found.Groups) != 0 {
			t.Errorf("%+v", found)
		}
	}
}

func TestRightsOfAnAccountAreAllThatIsUsed(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	// A group of the runner gives access to a file, and must not give it to the account.
	syscall.Setgroups([]int{4300})
	defer syscall.Setgroups(nil)
	directory := t.TempDir()
	os.Chmod(filepath.Dir(directory), 0o755)
	os.Chmod(directory, 0o755)
	shared := filepath.Join(directory, "shared")
	os.WriteFile(shared, []byte("x"), 0o640)
	os.Chown(shared, 0, 4300)
	open := func(as *Account) error {
		return With(as, func() error {
			_, err := sys.ReadSmall(shared, 10)
			return err
		})
	}
	if err := open(&Account{Uid: 4242, Gid: 4242}); !sys.Is(err, syscall.EACCES) {
		t.Errorf("an account reads with the groups of the runner: %v", err)
	}
	for _, member := range []*Account{{Uid: 4242, Gid: 4300}, {Uid: 4242, Gid: 4242, Groups: []uint32{4300}}, nil} {
		if err := open(member); err != nil {
			t.Error(err)
		}
	}
	// The kernel would take this number as: do not change the id. And it allows at most 65,536 groups.
	for _, invalid := range []*Account{
		{Uid: 1<<32 - 1, Gid: 4242}, {Uid: 4242, Gid: 1<<32 - 1}, {Uid: 4242, Gid: 4300, Groups: make([]uint32, 65_537)},
	} {
		if err := open(invalid); err == nil {
			t.Errorf("user %d, group %d with %d groups is used", invalid.Uid, invalid.Gid, len(invalid.Groups))
		}
	}
}
