package session

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/mounted"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/search"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Host is the running machine, or a root file system in a directory.
type Host struct {
	root         string
	timeout      float64
	maxItemBytes int64
	jobs         int
	run          string
	guard        *files.Guard
	locator      *files.Locator
	opener       *files.Opener
	directories  *files.Directories
	finder       *program.Finder
	commands     *command.Runner
	enterMounts  bool
	// hung lists the mounts that did not answer, for all requests.
	hung  *mounted.Hung
	named func(path, leadsTo string) string
}

const (
	defaultTimeout      = 10
	defaultMaxItemBytes = 200 * 1024 * 1024
	maxJobs             = 64
	mountTable          = "/proc/self/mountinfo"
)

func newHost(options helloRequest) (*Host, error) {
	root := "/"
	if options.root != nil {
		root = *options.root
	}
	root, err := rootDirectory(root)
	if err != nil {
		return nil, err
	}
	opener, err := files.NewOpener(root)
	if err != nil {
		return nil, sys.Fail(sys.Refused, "cannot be used: "+err.Error())
	}
	guard := files.NewGuard(mountTable)
	h := &Host{
		root: root, timeout: options.timeout, maxItemBytes: options.maxItemBytes, jobs: options.jobs, run: newMark(),
		guard: guard, locator: files.NewLocator(root, guard), opener: opener, directories: files.NewDirectories(opener),
		finder: program.NewFinder(program.NewJudge(guard)), enterMounts: options.enterMounts, hung: mounted.NewHung(),
		named: files.Namer(root),
	}
	if h.timeout <= 0 {
		h.timeout = defaultTimeout
	}
	if h.maxItemBytes <= 0 {
		h.maxItemBytes = defaultMaxItemBytes
	}
	if h.jobs <= 0 {
		h.jobs = min(8, max(2, runtime.NumCPU()*2))
	}
	h.jobs = min(h.jobs, maxJobs)
	h.commands = command.NewRunner(command.Tools{
		Finder: h.finder, Timeout: h.timeout, MaxBytes: h.maxItemBytes, Jobs: h.jobs, Run: h.run,
		List: h.names,
		Controller: func(path string) *account.Account {
			found, _, _ := h.controller(path, nil)
			return found
		},
	})
	return h, nil
}

func newMark() string {
	return hex.EncodeToString(binary.BigEndian.AppendUint64(nil, rand.Uint64()))
}

// rootDirectory returns the real path of the host's root directory.
func rootDirectory(root string) (string, error) {
	if root == "" || strings.Contains(root, "\x00") {
		return "", sys.Fail(sys.Refused, "is not a path")
	}
	real, err := files.RealPath(root)
	if err != nil {
		return "", sys.Fail(sys.Refused, "cannot be used: "+sys.Words(err))
	}
	stat, err := sys.StatAt(real)
	if err != nil {
		return "", sys.Fail(sys.Refused, "cannot be used: "+sys.Words(err))
	}
	if !stat.IsDir() {
		return "", sys.Fail(sys.Refused, "is not a directory")
	}
	return real, nil
}

func (h *Host) isLive() bool { return h.root == "/" }

func (h *Host) hello(build string) helloAnswer {
	hostname, _ := os.Hostname()
	boot, _ := sys.ReadSmall("/proc/sys/kernel/random/boot_id", 64)
	groups, _ := syscall.Getgroups()
	if groups == nil {
		groups = []int{}
	}
	return helloAnswer{
		build: build, os: runtime.GOOS, arch: runtime.GOARCH, uid: account.Own(), gid: uint32(os.Getegid()), groups: groups,
		hostname: hostname, time: time.Now().UnixMilli(), bootID: strings.TrimSpace(string(boot)),
		root: h.root, run: h.run, jobs: h.jobs,
	}
}

// mounts returns the ways into risky mounts for one request.
func (h *Host) mounts(r *request) *mounted.Entry {
	return mounted.NewEntry(h.enterMounts, h.root, h.hung, func(argv []string, to copying.Sink) (mounted.Outcome, error) {
		result, err := h.commands.Run(argv, command.Options{
			Timeout: h.timeout, Signal: syscall.SIGKILL, MaxBytes: h.maxItemBytes, Ended: r.ended, Reason: r.stopped,
		}, to)
		outcome := mounted.Outcome{RC: -1, Problem: result.Problem, Reason: result.Reason}
		if result.RC != nil {
			outcome.RC = *result.RC
		}
		return outcome, err
	})
}

// place is the way to access a path: through the file system, or through separate processes.
type place struct {
	real, leadsTo string
	through       *mounted.Way
}

func (h *Host) placeOf(path string, r *request) (place, error) {
	location, err := h.locator.Locate(path)
	if err != nil {
		return place{}, err
	}
	if location.Mount == nil {
		return place{location.Path, location.LeadsTo, nil}, nil
	}
	entry := h.mounts(r)
	if through := entry.Enter(location); through != nil {
		return place{location.Path, location.Path, through}, nil
	}
	return place{}, entry.Refusal(path, location)
}

// leadsTo returns a path without links, as it is on the host; empty if it is the path that was asked for.
func (h *Host) leadsTo(path, real string) string {
	place := h.inside(real)
	if asked, err := files.Normalize(path); err == nil && asked == place {
		return ""
	}
	return place
}

// inside returns a path without links, as it is on the host. The root is empty if it is not the running machine's.
func (h *Host) inside(real string) string {
	if h.isLive() {
		return real
	}
	return strings.TrimPrefix(real, h.root)
}

// onlyAt returns the test that refuses a file anywhere else than at a path without links; nil accepts every place.
func (h *Host) onlyAt(path string, wanted *string) func(real string) error {
	if wanted == nil {
		return files.Anywhere
	}
	return func(real string) error {
		place := h.inside(real)
		if place == *wanted {
			return nil
		}
		elsewhere := sys.Fail(sys.Refused, path+": leads to "+place+", not to "+*wanted)
		elsewhere.LeadsTo = place
		return elsewhere
	}
}

// names returns the sorted names in a directory; none if it cannot be listed.
func (h *Host) names(path string) []string {
	location, err := h.locator.Locate(path)
	if err != nil || location.Mount != nil {
		return nil
	}
	var all []string
	err = h.directories.Names(location.Path, func(name string) error {
		all = append(all, name)
		return nil
	})
	if err != nil {
		return nil
	}
	sortTexts(all)
	return all
}

// controller returns the account other than root that controls the target of a path, and the reason if a mount was not entered.
func (h *Host) controller(path string, r *request) (found *account.Account, notEntered string, err error) {
	location, err := h.locator.Locate(path)
	if err != nil {
		return nil, "", err
	}
	if location.Mount != nil {
		entry := mounted.NewEntry(h.enterMounts, h.root, h.hung, nil)
		if entry.Enter(location) == nil {
			notEntered = entry.Refusal(path, location).Reason
		}
		return nil, notEntered, nil
	}
	found, err = h.opener.Controller(location.Path)
	return found, "", err
}

func (h *Host) search(r *request, timeout float64) *search.Host {
	return &search.Host{
		Root: h.root, Locator: h.locator, Directories: h.directories, Mounts: h.mounts(r), Guard: h.guard,
		Timeout: timeout, Stopped: r.stopped,
	}
}
