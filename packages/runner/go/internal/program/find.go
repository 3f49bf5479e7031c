package program

import (
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// SearchPath lists the directories in which programs are searched. The runner's own PATH does not matter.
var SearchPath = []string{"/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/share/Modules/bin"}

// Found is a program that may be started.
type Found struct {
	Path string
	// Real is the path without links.
	Real string
	// OfSystem is true if it and its interpreter are below directories of the operating system.
	OfSystem bool
	// judged is the checked file if it must be executed by descriptor: a binary outside the system's directories.
	judged *sys.Stat
	// passing is true if others could replace it later, so it must be checked again each time.
	passing bool
}

// Homes lists the directories to search if a program is not at the path that names it. local-host has the same.
type Homes struct {
	// Usual are the directories of the operating system's programs, in the order of the search.
	Usual []string
	// Further are the directories of programs that do not come with the operating system.
	Further []string
	// Programs lists the only programs to look for in Further.
	Programs []string
}

var homes = Homes{
	Usual:    []string{"/usr/bin", "/usr/sbin", "/bin", "/sbin"},
	Further:  []string{"/usr/local/bin", "/usr/local/sbin", "/snap/bin", "/var/lib/rancher/rke2/bin"},
	Programs: []string{"crictl", "helm", "k3s", "kubectl", "lxc", "lxd", "microk8s", "rke2", "zfs", "zpool"},
}

// otherPaths returns the other paths at which the program of a path can be; none if the path is in no home.
func (h *Homes) otherPaths(path string) []string {
	end := strings.LastIndex(path, "/")
	directory, name := path[:end], path[end+1:]
	if name == "" || !slices.Contains(h.Usual, directory) && !slices.Contains(h.Further, directory) {
		return nil
	}
	places := h.Usual
	if slices.Contains(h.Programs, name) {
		places = slices.Concat(h.Usual, h.Further)
	}
	var paths []string
	for _, place := range places {
		if place != directory {
			paths = append(paths, place+"/"+name)
		}
	}
	return paths
}

type answer struct {
	found *Found
	err   *sys.HostError
}

// Finder finds programs that may be started. It looks up each word once, unless others could replace the program.
type Finder struct {
	judge *Judge
	homes *Homes
	mutex sync.Mutex
	known map[string]answer
}

func NewFinder(judge *Judge) *Finder {
	return &Finder{judge: judge, homes: &homes, known: map[string]answer{}}
}

const maxKnown = 10_000

// Find returns the program that a word names, or the reason why none may be started.
func (f *Finder) Find(word string) (*Found, *sys.HostError) {
	f.mutex.Lock()
	known, ok := f.known[word]
	f.mutex.Unlock()
	if ok {
		return known.found, known.err
	}
	found, err := f.find(word)
	if found != nil && found.passing {
		return found, nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if len(f.known) < maxKnown {
		f.known[word] = answer{found, err}
	}
	return found, err
}

func (f *Finder) find(word string) (*Found, *sys.HostError) {
	if strings.Contains(word, "\x00") {
		return nil, notFound(word)
	}
	if strings.HasPrefix(word, "/") {
		named, missing := f.check(word, 0)
		if missing == nil || missing.Problem != sys.Absent {
			return named, missing
		}
		return f.firstOf(f.homes.otherPaths(word), missing)
	}
	if strings.Contains(word, "/") {
		return nil, notFound(word)
	}
	var paths []string
	for _, directory := range SearchPath {
		paths = append(paths, directory+"/"+word)
	}
	return f.firstOf(paths, notFound(word))
}

// firstOf returns the first program that exists and may be started, or the reason why the first that exists may not.
func (f *Finder) firstOf(paths []string, missing *sys.HostError) (*Found, *sys.HostError) {
	var denied *sys.HostError
	for _, path := range paths {
		found, err := f.check(path, 0)
		if err == nil {
			return found, nil
		}
		if err.Problem != sys.Absent && denied == nil {
			denied = err
		}
	}
	if denied != nil {
		return nil, denied
	}
	return nil, missing
}

const (
	maxInterpreters = 5
	mayExecute      = 1
)

func (f *Finder) check(path string, depth int) (*Found, *sys.HostError) {
	program, err := f.judge.Judge(path)
	if err != nil {
		return nil, judgedProblem(err, path)
	}
	if err := syscall.Faccessat(-100, program.real, mayExecute, 0); err != nil {
		errno, _ := err.(syscall.Errno)
		return nil, judgedProblem(&sys.Error{Errno: errno, Call: "access", Path: program.real}, path)
	}
	start, isRead := firstBytes(program.real)
	interpreter, isScript := "", false
	if isRead {
		interpreter, isScript = interpreterOf(start)
	}
	if isScript && interpreter == "" || isRead && !isScript && !isBinaryOfThisMachine(start) {
		return nil, sys.Fail(sys.Failed, path+": "+sys.NotExecutable)
	}
	if isScript && depth < maxInterpreters {
		if !strings.HasPrefix(interpreter, "/") {
			interpreter = "/" + interpreter
		}
		by, err := f.check(interpreter, depth+1)
		if err != nil && err.Problem == sys.Refused {
			return nil, sys.Fail(sys.Refused, path+" is refused because of its interpreter: "+err.Reason)
		}
		program.passing = program.passing || by != nil && by.passing
		program.ofSystem = program.ofSystem && (by == nil || by.OfSystem)
	}
	found := &Found{Path: path, Real: program.real, OfSystem: program.ofSystem, passing: program.passing}
	if isRead && !isScript && !program.ofSystem {
		found.judged = &program.stat
	}
	return found, nil
}

// Open returns a descriptor with which exactly the checked file is executed; -1 to execute it by path. Scripts and programs of
// the system are executed by a path that only root can change; without /proc, everything is.
func (p *Found) Open() (fd int, err error) {
	if p.judged == nil {
		return -1, nil
	}
	fd, failure := sys.Open(p.Real, sys.PathOnly|sys.NoFollow)
	if failure != nil {
		return -1, nil
	}
	stat, failure := sys.Fstat(fd)
	isSame := failure == nil && stat.Dev == p.judged.Dev && stat.Ino == p.judged.Ino
	if _, failure := sys.StatAt(files.HeldPath(fd)); isSame && failure == nil {
		return fd, nil
	}
	sys.Close(fd)
	if isSame {
		return -1, nil
	}
	return -1, sys.Fail(sys.Refused, p.Path+" is refused: another file has replaced it since it was checked")
}
