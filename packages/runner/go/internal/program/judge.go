// Package program finds programs, and checks them: only those that nobody but root can replace may run
// with the collector's rights.
package program

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// trusted is a program that only root or the collector's own account can replace.
type trusted struct {
	// real is the path without links.
	real string
	stat sys.Stat
	// ofSystem is set if it is below a directory of the operating system.
	ofSystem bool
	// passing is set if the way leads through a shared directory: if root removes a directory below it, others can replace that.
	passing bool
}

// component is the result for an accepted component of a path.
type component struct {
	stat   sys.Stat
	target string
	// shared is set if everybody may add names to the directory, but only the owner of a name may change it.
	shared bool
}

const (
	maxJudged        = 50_000
	writableByGroup  = 0o020
	writableByOthers = 0o002
)

// Judge walks a path itself, one component at a time, so that the kernel follows no link. It requires
// that every directory, link and file belongs to root and that nobody else may write to it. A result
// is kept for good if only root could change the component or replace it later.
type Judge struct {
	guard *files.Guard
	own   uint32
	// isUnmapped reports whether a user id stands for all users that a user namespace does not map.
	isUnmapped func(uint32) bool
	others     string
	mutex      sync.Mutex
	known      map[string]*component
}

// NewJudge makes the judge of the running machine.
func NewJudge(guard *files.Guard) *Judge {
	own := account.Own()
	others := "users other than root"
	if own != 0 {
		others = "others"
	}
	return &Judge{guard: guard, own: own, isUnmapped: account.IsUnmapped, others: others, known: map[string]*component{}}
}

func refuse(program, fault string) error {
	return sys.Fail(sys.Refused, program+" is refused: "+fault)
}

// ownsSafely reports whether the owner of a path's component is trusted. In a user namespace, files of root and of other users
// can have the same unmapped owner, so that owner is trusted only where nobody but root creates files.
func (j *Judge) ownsSafely(uid uint32, path string) bool {
	if uid == 0 || uid == j.own {
		return true
	}
	return j.isUnmapped(uid) && isRootsPlace(path)
}

func (j *Judge) judge(path string, parent *component, program string) (*component, error) {
	stat, err := sys.Lstat(path)
	if err != nil {
		return nil, err
	}
	replace := "so " + j.others + " could replace the program"
	if !j.ownsSafely(stat.Uid, path) {
		return nil, refuse(program, path+" belongs to "+account.UserName(stat.Uid)+", "+replace)
	}
	if parent != nil && parent.shared && !stat.IsDir() {
		return nil, refuse(program, path+" is in a directory that everybody may write to, "+replace)
	}
	if stat.IsLink() {
		target, err := sys.Readlink(path)
		return &component{stat: stat, target: target}, err
	}
	// With an access control list, the group bits are its mask: they show the rights that it can grant to anybody.
	byGroup, byOthers := stat.Mode&writableByGroup != 0, stat.Mode&writableByOthers != 0
	// Sticky is enough only for directories: others can neither move them into a sticky directory nor out
	// of it, nor give them a second name. Files and links can get one.
	shared := (byGroup || byOthers) && stat.IsDir() && account.IsSticky(stat)
	if (byGroup || byOthers) && !shared {
		who, remedy := "everybody", "chmod go-w "+path
		if !byOthers {
			who, remedy = "group "+account.GroupName(stat.Gid)+", or an access control list,", "chmod g-w "+path
		}
		return nil, refuse(program, who+" may write to "+path+", "+replace+"; to allow it: "+remedy)
	}
	return &component{stat: stat, shared: shared}, nil
}

// component checks the next component of a way. `way` has those before it, from the root on.
func (j *Judge) component(path string, way []*component, program string) (*component, error) {
	j.mutex.Lock()
	known, ok := j.known[path]
	j.mutex.Unlock()
	if ok {
		return known, nil
	}
	var parent *component
	if len(way) > 0 {
		parent = way[len(way)-1]
	}
	judged, err := j.judge(path, parent, program)
	if err != nil {
		return nil, err
	}
	// Below a shared directory, others can create a directory with the name of one that root removed.
	if slices.ContainsFunc(way, func(above *component) bool { return above.shared }) {
		return judged, nil
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if len(j.known) < maxJudged {
		j.known[path] = judged
	}
	return judged, nil
}

// Judge checks a path before it is executed. The error names the component and the problem.
func (j *Judge) Judge(program string) (*trusted, error) {
	top, err := j.component("/", nil, program)
	if err != nil {
		return nil, err
	}
	// The components so far, from the root on, so that `..` needs no second check.
	way := []*component{top}
	path := ""
	rest := files.PartsOf(program)
	passing := top.shared
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		if part == "." {
			continue
		}
		if part == ".." {
			path = files.ParentOf(path)
			way = way[:max(1, len(way)-1)]
			continue
		}
		next := path + "/" + part
		// The link of a process in /proc does not lead where its text says, and the process chooses its target.
		if next == "/proc" {
			return nil, refuse(program, "its path leads through /proc")
		}
		if mount, ok := j.guard.At(next); ok {
			return nil, refuse(program, "it is on the "+mount.Type+" mount "+mount.Path+", which is not entered")
		}
		judged, err := j.component(next, way, program)
		if err != nil {
			return nil, err
		}
		if judged.stat.IsLink() {
			if links++; links > files.MaxLinks {
				return nil, refuse(program, "too many symbolic links")
			}
			if strings.HasPrefix(judged.target, "/") {
				path, way = "", way[:1]
			}
			rest = append(files.PartsOf(judged.target), rest...)
			continue
		}
		if len(rest) > 0 && !judged.stat.IsDir() {
			return nil, notFound(program)
		}
		path = next
		way = append(way, judged)
		passing = passing || judged.shared
	}
	last := way[len(way)-1]
	if !last.stat.IsFile() {
		return nil, sys.Fail(sys.Absent, "command not found: "+program+" is not a file")
	}
	ofSystem := isOfSystem(path)
	if !ofSystem {
		if medium, ok := j.guard.WithoutSetuid(path); ok {
			return nil, refuse(program, medium+" is mounted nosuid, so the owners of its files cannot be trusted")
		}
	}
	return &trusted{path, last.stat, ofSystem, passing}, nil
}

func notFound(path string) *sys.HostError {
	return sys.Fail(sys.Absent, "command not found: "+path)
}

// judgedProblem converts an error of a judge to the problem and reason of a command.
func judgedProblem(err error, path string) *sys.HostError {
	var known *sys.HostError
	switch {
	case errors.As(err, &known):
		return known
	case sys.Is(err, syscall.EACCES):
		return sys.Fail(sys.Denied, "no permission to run "+path)
	}
	return notFound(path)
}

var systemDirectories = []string{"/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives"}

// isRootsPlace reports whether a path is the root, a directory in it, one of the distribution, or below /etc.
func isRootsPlace(path string) bool {
	return files.ParentOf(path) == "" || files.IsBelow(path, "/etc") || isOfSystem(path)
}

// isOfSystem reports whether a path is in a directory of the distribution, or is a link in /etc from
// one of its programs to another.
func isOfSystem(path string) bool {
	isSystems := slices.ContainsFunc(systemDirectories, func(directory string) bool { return files.IsBelow(path, directory) })
	return isSystems && !files.IsBelow(path, "/usr/local")
}
