package search

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/pattern"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// MaxMatches is the default limit for matches.
const MaxMatches = 10_000

const maxDirectories = 10_000

type match struct {
	order           int
	directory, name string
}

// Matches are the paths that patterns matched.
type Matches struct {
	Paths []string
	// Matched is the number of all matches if Paths has only the newest; otherwise 0.
	Matched    int
	NotEntered []string
	// Problem is the most serious reason why the search did not see everything; empty if it did.
	Problem sys.Problem
}

type searching struct {
	look
	found *newest[match]
	over  func() string
}

// Glob finds the matches of patterns by the rules of Python's glob: patterns in order, the matches of each sorted, hidden names
// only if the pattern has the dot, no braces, no directories. If there are more than most, it returns the newest.
func Glob(patterns []string, host *Host, most int) (*Matches, error) {
	matches := &Matches{}
	known := map[string]bool{}
	s := &searching{look: look{host, func(reason string, problem sys.Problem) {
		matches.Problem = graver(matches.Problem, problem)
		if !known[reason] {
			known[reason] = true
			matches.NotEntered = append(matches.NotEntered, reason)
		}
	}}}
	s.found = &newest[match]{most: most, modified: s.timesOf}
	deadline := time.Now().Add(time.Duration(host.Timeout * float64(time.Second)))
	s.over = func() string {
		if reason := host.Stopped(); reason != "" {
			return reason
		}
		if time.Now().After(deadline) {
			return "it took longer than " + copying.Seconds(host.Timeout) + " s"
		}
		return ""
	}
	for order, pattern := range patterns {
		normal, err := files.Normalize(pattern)
		if err != nil {
			return nil, err
		}
		if !onlyDirectories(pattern) {
			s.searchFor(normal, order)
		}
	}
	s.found.cut()
	all := s.found.all()
	sort.Slice(all, func(i, j int) bool { return less(all[i], all[j]) })
	for _, one := range all {
		matches.Paths = append(matches.Paths, one.directory+"/"+one.name)
	}
	if s.found.added > len(all) {
		matches.Matched = s.found.added
	}
	return matches, nil
}

var gravity = []sys.Problem{"", sys.Absent, sys.Refused, sys.Denied, sys.Failed, sys.TimedOut}

// graver returns the problem that leaves more unseen.
func graver(one, other sys.Problem) sys.Problem {
	if slices.Index(gravity, one) > slices.Index(gravity, other) {
		return one
	}
	return other
}

// onlyDirectories reports whether a pattern can match only directories: it ends with a slash, `.` or `..`.
func onlyDirectories(pattern string) bool {
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	return last == "" || last == "." || last == ".."
}

func less(a, b match) bool {
	if a.order != b.order {
		return a.order < b.order
	}
	return wire.Less(a.directory+"/"+a.name, b.directory+"/"+b.name)
}

func (s *searching) searchFor(wanted string, order int) {
	enough := func() bool {
		if s.found.full() {
			s.found.cut()
		}
		reason := s.over()
		if reason != "" {
			s.leftOut("the search for "+wanted+" was stopped: "+reason, sys.TimedOut)
		}
		return reason != ""
	}
	parts := strings.Split(wanted[1:], "/")
	last := parts[len(parts)-1]
	for _, directory := range s.directoriesOf(parts[:len(parts)-1], enough) {
		if enough() {
			return
		}
		var unsure []string
		if !pattern.HasWildcard(last) {
			unsure = []string{last}
		} else {
			s.children(orRoot(directory), last, func(entry files.Entry) {
				if entry.IsLink {
					unsure = append(unsure, entry.Name)
				} else if !entry.IsDir {
					s.found.add(match{order, directory, entry.Name})
				}
			}, enough)
		}
		for _, name := range unsure {
			if s.isFile(directory + "/" + name) {
				s.found.add(match{order, directory, name})
			}
			if enough() {
				return
			}
		}
	}
}

func orRoot(directory string) string {
	if directory == "" {
		return "/"
	}
	return directory
}

// directoriesOf returns the directories to which the parts of a pattern lead, without a final slash. Some may not exist.
func (s *searching) directoriesOf(parts []string, enough func() bool) []string {
	directories := []string{""}
	for _, part := range parts {
		if !pattern.HasWildcard(part) {
			for index := range directories {
				directories[index] += "/" + part
			}
			continue
		}
		var below []string
		for _, directory := range directories {
			if len(below) > maxDirectories || enough() {
				break
			}
			s.children(orRoot(directory), part, func(entry files.Entry) {
				if len(below) <= maxDirectories && (entry.IsDir || entry.IsLink) {
					below = append(below, directory+"/"+entry.Name)
				}
			}, enough)
		}
		if len(below) > maxDirectories {
			s.leftOut("only the first "+strconv.Itoa(maxDirectories)+" directories that match "+part+" were searched", sys.Failed)
			below = below[:maxDirectories]
		}
		directories = below
	}
	return directories
}

func (s *searching) timesOf(matches []match) []*float64 {
	byDirectory := map[string][]int{}
	var order []string
	for index, one := range matches {
		if byDirectory[one.directory] == nil {
			order = append(order, one.directory)
		}
		byDirectory[one.directory] = append(byDirectory[one.directory], index)
	}
	times := make([]*float64, len(matches))
	for _, directory := range order {
		var names []string
		for _, index := range byDirectory[directory] {
			names = append(names, matches[index].name)
		}
		for at, time := range s.modified(orRoot(directory), names) {
			times[byDirectory[directory][at]] = time
		}
	}
	return times
}
