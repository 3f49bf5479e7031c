package program

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/tables"
)

// makeFile makes a file, directory or link: `f NAME MODE OWNER`, `d NAME MODE OWNER`, `l NAME TARGET OWNER`.
// `h NAME FILE` is a second name of a file, and `L COUNT` makes links, each to the one before it, with numbers for names.
func makeFile(base, line string) error {
	words := append(strings.Split(line, " "), "0")
	path := filepath.Join(base, words[1])
	var err error
	switch words[0] {
	case "h":
		return os.Link(filepath.Join(base, words[2]), path)
	case "L":
		count, _ := strconv.Atoi(words[1])
		for i := 1; i <= count && err == nil; i++ {
			err = os.Symlink(strconv.Itoa(i-1), filepath.Join(base, strconv.Itoa(i)))
		}
		return err
	case "l":
		err = os.Symlink(words[2], path)
	case "d":
		err = os.Mkdir(path, 0o700)
	default:
		err = os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700)
	}
	if err != nil {
		return err
	}
	owner, _ := strconv.Atoi(words[3])
	if err = os.Lchown(path, owner, 0); err != nil || words[0] == "l" {
		return err
	}
	mode, err := strconv.ParseUint(words[2], 8, 32)
	if err != nil {
		return err
	}
	return syscall.Chmod(path, uint32(mode))
}

func TestProgramsAsTheTypeScriptJudgeDoes(t *testing.T) {
	table := tables.ReadRights(t)
	for _, one := range table.Programs {
		t.Run(one.Name, func(t *testing.T) {
			base := directoryOfRoot(t)
			for _, line := range one.Tree {
				if err := makeFile(base, line); err != nil {
					t.Fatal(err)
				}
			}
			mounts := filepath.Join(base, "mounts")
			os.WriteFile(mounts, []byte(strings.ReplaceAll(strings.Join(table.Mounts, "\n"), "DIR", base)), 0o600)
			finder := NewFinder(NewJudge(files.NewGuard(mounts)))
			found, failure := finder.Find(base + "/" + one.Start)
			switch {
			case one.Refused == nil && failure != nil:
				t.Errorf("refused: %s", failure.Reason)
			case one.Refused != nil && failure == nil:
				t.Errorf("%+v is accepted", found)
			case one.Refused != nil && (failure.Problem != "refused" || !strings.Contains(failure.Reason, strings.ReplaceAll(*one.Refused, "DIR", base))):
				t.Errorf("%s: %s", failure.Problem, failure.Reason)
			}
		})
	}
}

// homesBelow are the homes of programs in a directory.
func homesBelow(base string) *Homes {
	below := func(places []string) []string {
		all := []string{}
		for _, place := range places {
			all = append(all, base+place)
		}
		return all
	}
	return &Homes{below(homes.Usual), below(homes.Further), homes.Programs}
}

func TestHomesOfProgramsAsTypeScriptHasThem(t *testing.T) {
	table := tables.ReadRights(t)
	if !slices.Equal(homes.Programs, table.FurtherPrograms) {
		t.Errorf("the programs of others are %v", homes.Programs)
	}
	for _, one := range table.Homes {
		t.Run(one.Name, func(t *testing.T) {
			base := directoryOfRoot(t)
			for _, line := range one.Tree {
				if err := makeFile(base, line); err != nil {
					t.Fatal(err)
				}
			}
			finder := NewFinder(NewJudge(files.NewGuard("/proc/self/mountinfo")))
			finder.homes = homesBelow(base)
			found, failure := finder.Find(base + "/" + one.Word)
			switch {
			case one.Found != nil && (failure != nil || found.Path != base+"/"+*one.Found):
				t.Errorf("found %+v, %+v", found, failure)
			case one.Found == nil && failure == nil:
				t.Errorf("%+v is accepted", found)
			case one.Found == nil && one.Refused == nil && failure.Problem != sys.Absent:
				t.Errorf("%s: %s", failure.Problem, failure.Reason)
			case one.Refused != nil && (failure.Problem != sys.Refused || !strings.Contains(failure.Reason, strings.ReplaceAll(*one.Refused, "DIR", base))):
				t.Errorf("%s: %s", failure.Problem, failure.Reason)
			}
		})
	}
}

func TestUnmappedOwnersAsTheTypeScriptJudgeDoes(t *testing.T) {
	const unmapped = 65_534
	judge := NewJudge(files.NewGuard("/proc/self/mountinfo"))
	judge.own = 1000
	judge.isUnmapped = func(uid uint32) bool { return uid == unmapped }
	for _, one := range tables.ReadRights(t).Unmapped {
		if judge.ownsSafely(unmapped, one.Path) != one.Trusted {
			t.Errorf("%s: not %v", one.Path, one.Trusted)
		}
		if !judge.ownsSafely(0, one.Path) || !judge.ownsSafely(1000, one.Path) || judge.ownsSafely(4242, one.Path) {
			t.Errorf("%s: root, own or a stranger", one.Path)
		}
	}
}
