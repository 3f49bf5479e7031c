package search

import (
	"path"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/mounted"
	"github.com/hostspec/hostspec/packages/runner/internal/pattern"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Host has the parts of a host that a search needs.
type Host struct {
	Root        string
	Locator     *files.Locator
	Directories *files.Directories
	Mounts      *mounted.Entry
	Guard       *files.Guard
	// Seconds for one search.
	Timeout float64
	// Stopped returns why the run is stopped; empty to continue.
	Stopped func() string
}

// look inspects files for a search. It leaves neither the root nor the mounts that may be entered.
type look struct {
	*Host
	leftOut func(reason string, problem sys.Problem)
}

func (l *look) unseen(err error, path string) {
	if leadsNowhere(err) {
		return
	}
	if problem := sys.ProblemOf(err, path); problem.Problem != sys.Absent {
		l.leftOut(problem.Reason, problem.Problem)
	}
}

// leadsNowhere reports whether an error means that nothing can be at a path: a link on the way leads
// to itself, a name is too long, or a part is a file.
func leadsNowhere(err error) bool {
	switch sys.Code(err) {
	case "ELOOP", "ENAMETOOLONG", "ENOTDIR":
		return true
	}
	return false
}

func (l *look) placeOf(path string) (real string, through *mounted.Way, err error) {
	location, err := l.Locator.Locate(path)
	if err != nil {
		l.unseen(err, path)
		return "", nil, err
	}
	through = l.Mounts.Enter(location)
	if location.Mount == nil || through != nil {
		return location.Path, through, nil
	}
	refusal := l.Mounts.Refusal(path, location)
	l.unseen(refusal, path)
	return "", nil, refusal
}

// itself returns the path of a link, without following it.
func (l *look) itself(at string) (string, error) {
	if l.Root == "/" {
		return at, nil
	}
	location, err := l.Locator.Locate(path.Dir(at))
	return path.Join(location.Path, path.Base(at)), err
}

func (l *look) children(at, part string, found func(files.Entry), enough func() bool) {
	real, through, err := l.placeOf(at)
	if err != nil {
		return
	}
	want := pattern.FileName(part)
	if through == nil {
		err = l.Directories.Scan(real, want, found, enough)
	} else {
		var entries []files.Entry
		entries, err = through.Entries(real)
		for _, entry := range entries {
			if err == nil && want(entry.Name) {
				found(entry)
			}
		}
	}
	if err != nil {
		l.unseen(err, at)
	}
}

// isFile reports whether there is, or may be, something other than a directory.
func (l *look) isFile(at string) bool {
	real, through, err := l.placeOf(at)
	isLoop := sys.Code(err) == "ELOOP"
	if err != nil && !isLoop {
		return false
	}
	if through != nil {
		facts, err := through.Stat(real)
		if err != nil {
			l.unseen(err, at)
			return false
		}
		return facts.Kind != "directory"
	}
	link, err := l.itself(at)
	if err != nil {
		return !leadsNowhere(err)
	}
	stat, err := sys.Lstat(link)
	if err != nil {
		// If it exists but cannot be accessed, it is reported when it is collected.
		return !leadsNowhere(err) && !sys.Is(err, syscall.ENOENT)
	}
	if !stat.IsLink() {
		return !stat.IsDir()
	}
	if isLoop {
		return true
	}
	stat, err = sys.StatAt(real)
	return err != nil || !stat.IsDir()
}

// modified returns the modification time of each name in a directory; nil for names that are gone or must not be accessed.
func (l *look) modified(at string, names []string) []*float64 {
	real, through, err := l.placeOf(at)
	if err != nil {
		return nil
	}
	var times []*float64
	if through != nil {
		times, err = through.Modified(real, names)
	} else {
		times, err = l.Directories.Modified(real, names, func(name string) bool {
			_, isMount := l.Guard.At(real + "/" + name)
			return !isMount
		})
	}
	if err != nil {
		l.unseen(err, at)
		return nil
	}
	return times
}
