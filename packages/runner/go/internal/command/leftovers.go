package command

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Leftovers finds processes that commands left behind: descendants of the runner, which is their subreaper, and processes that a
// service started for a command and that have the mark in their environment.
type Leftovers struct {
	run    string
	before map[int]bool
	mutex  sync.Mutex
	found  map[int]bool
}

const maxPasses = 5

// NewLeftovers notes the processes that exist now.
func NewLeftovers(run string) *Leftovers {
	l := &Leftovers{run: run, before: map[int]bool{}, found: map[int]bool{}}
	for _, pid := range processIds() {
		l.before[pid] = true
	}
	return l
}

type process struct {
	parent, group int
	isZombie      bool
}

// processIds lists the processes that exist now; none without /proc.
func processIds() []int {
	var all []int
	files.Each("/proc", func(entry files.Entry) error {
		if pid, err := strconv.Atoi(entry.Name); err == nil {
			all = append(all, pid)
		}
		return nil
	})
	return all
}

// newcomers lists processes younger than the runner: only they can be descendants.
func (l *Leftovers) newcomers() map[int]process {
	all := map[int]process{}
	for _, pid := range processIds() {
		if l.before[pid] || pid == os.Getpid() {
			continue
		}
		if found, ok := processOf(pid); ok {
			all[pid] = found
		}
	}
	return all
}

func processOf(pid int) (process, bool) {
	stat, err := sys.ReadSmall("/proc/"+strconv.Itoa(pid)+"/stat", 4096)
	if err != nil {
		return process{}, false
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 3 {
		return process{}, false
	}
	parent, _ := strconv.Atoi(fields[1])
	group, _ := strconv.Atoi(fields[2])
	return process{parent, group, fields[0] == "Z" || fields[0] == "X"}, true
}

func (l *Leftovers) end(pid int) bool {
	l.mutex.Lock()
	isNew := !l.found[pid]
	l.found[pid] = true
	l.mutex.Unlock()
	syscall.Kill(pid, syscall.SIGKILL)
	return isNew
}

// EndHolders kills processes of the run that hold this pipe after their command ended.
func (l *Leftovers) EndHolders(pipe string) {
	all := l.newcomers()
	for pid := range all {
		for _, fd := range []string{"1", "2"} {
			if held, err := sys.Readlink("/proc/" + strconv.Itoa(pid) + "/fd/" + fd); err == nil && held == pipe && l.belongs(pid, all) {
				l.end(pid)
				break
			}
		}
	}
}

// EndAll kills every process of the run. It returns how many have outlived their command since the
// start, not counting groups for which isCommand is true.
func (l *Leftovers) EndAll(isCommand func(group int) bool) int {
	running := map[int]bool{}
	for pass := 0; pass < maxPasses; pass++ {
		all := l.newcomers()
		isNew := false
		for pid, found := range all {
			switch {
			case found.isZombie || !l.belongs(pid, all):
			case isCommand(found.group):
				isNew = isNew || !running[pid]
				running[pid] = true
				syscall.Kill(pid, syscall.SIGKILL)
			case l.end(pid):
				isNew = true
			}
		}
		if !isNew {
			break
		}
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.found)
}

func (l *Leftovers) belongs(pid int, all map[int]process) bool {
	own := os.Getpid()
	for at, depth := pid, 0; at > 1 && depth < 1000; depth++ {
		if at = all[at].parent; at == own {
			return true
		}
	}
	environment, err := sys.ReadSmall("/proc/"+strconv.Itoa(pid)+"/environ", 1024*1024)
	if err != nil {
		return false
	}
	mark := []byte(Marker + "=" + l.run)
	for _, variable := range bytes.Split(environment, []byte{0}) {
		if bytes.Equal(variable, mark) {
			return true
		}
	}
	return false
}
