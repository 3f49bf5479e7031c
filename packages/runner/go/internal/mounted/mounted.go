// Package mounted accesses paths on mounts that can hang. Each access uses a separate process, which can be abandoned. Its rules, and the
// reasons for them, are those of packages/local-host.
package mounted

import (
	"bytes"
	"strconv"
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Outcome is the result of a command.
type Outcome struct {
	RC      int
	Problem sys.Problem
	Reason  string
}

// Run runs a command. Its output goes to a sink.
type Run func(argv []string, to copying.Sink) (Outcome, error)

// Facts describe the file at a path.
type Facts struct {
	Kind     string
	Size     int64
	Modified float64
}

// Way is the way into one mount.
type Way struct {
	bounds string
	run    Run
	hung   func()
}

const (
	shown      = 1024
	maxListing = 8 * 1024 * 1024
)

func (w *Way) output(argv []string, path string, to copying.Sink) error {
	if strings.Contains(path, "\x00") {
		return sys.Fail(sys.Failed, path+": contains NUL or bytes that are not UTF-8, which cannot be passed as a program argument")
	}
	var start []byte
	outcome, err := w.run(argv, func(content []byte) error {
		start = append(start, content[:min(len(content), shown-len(start))]...)
		return to(content)
	})
	if err != nil {
		return err
	}
	if outcome.Problem != "" {
		return sys.Fail(outcome.Problem, path+": "+outcome.Reason)
	}
	if outcome.RC != 0 {
		words := strings.TrimSpace(string(start))
		return sys.Fail(missing(words), path+": "+words)
	}
	return nil
}

func (w *Way) ask(argv []string, path string, most int) ([]byte, error) {
	var answer []byte
	err := w.output(argv, path, func(content []byte) error {
		answer = append(answer, content[:min(len(content), most-len(answer))]...)
		return nil
	})
	if known, ok := sys.IsHost(err); ok && known.Problem == sys.TimedOut {
		w.hung()
	}
	return answer, err
}

func missing(words string) sys.Problem {
	switch {
	case strings.Contains(words, "No such file"), strings.Contains(words, "Not a directory"):
		return sys.Absent
	case strings.Contains(words, "Permission denied"):
		return sys.Denied
	}
	return sys.Failed
}

// inside returns the path without links, because programs would follow them with the rights of this process, even out of bounds.
func (w *Way) inside(path string) (string, error) {
	if path == w.bounds {
		return path, nil
	}
	real, err := w.ask([]string{"/usr/bin/realpath", "-e", "-z", "--", path}, path, 4097)
	if err != nil {
		return "", err
	}
	place, _, _ := bytes.Cut(real, []byte{0})
	if strings.HasPrefix(string(place)+"/", w.bounds+"/") {
		return string(place), nil
	}
	return "", sys.Fail(sys.Refused, path+": leads to "+string(place)+", outside "+w.bounds)
}

var kinds = map[uint64]string{
	syscall.S_IFIFO: "fifo", syscall.S_IFCHR: "character", syscall.S_IFDIR: "directory", syscall.S_IFBLK: "block",
	syscall.S_IFREG: "file", syscall.S_IFSOCK: "socket",
}

func (w *Way) statAt(place, path string) (Facts, error) {
	answer, err := w.ask([]string{"/usr/bin/stat", "-L", "-c", "%f %s %Y", "--", place}, path, shown)
	if err != nil {
		return Facts{}, err
	}
	fields := append(strings.Fields(string(answer)), "", "", "")
	mode, _ := strconv.ParseUint(fields[0], 16, 32)
	size, _ := strconv.ParseInt(fields[1], 10, 64)
	seconds, _ := strconv.ParseFloat(fields[2], 64)
	kind, ok := kinds[mode&syscall.S_IFMT]
	if !ok {
		kind = "other"
	}
	return Facts{kind, size, seconds * 1000}, nil
}

func (w *Way) Stat(path string) (Facts, error) {
	place, err := w.inside(path)
	if err != nil {
		return Facts{}, err
	}
	return w.statAt(place, path)
}

func (w *Way) listing(path, format string) ([]string, error) {
	place, err := w.inside(path)
	if err != nil {
		return nil, err
	}
	argv := []string{"/usr/bin/find", place + "/", "-mindepth", "1", "-maxdepth", "1", "-printf", format}
	listing, err := w.ask(argv, path, maxListing)
	if err != nil {
		return nil, err
	}
	records := strings.Split(string(listing), "\x00")
	return records[:len(records)-1], nil
}

func (w *Way) Entries(path string) ([]files.Entry, error) {
	records, err := w.listing(path, `%y%f\0`)
	var entries []files.Entry
	for _, record := range records {
		if record != "" {
			entries = append(entries, files.Entry{Name: record[1:], IsDir: record[0] == 'd', IsLink: record[0] == 'l'})
		}
	}
	return entries, err
}

// Modified returns the modification times of names in a directory in milliseconds; nil for names that are gone.
func (w *Way) Modified(path string, names []string) ([]*float64, error) {
	records, err := w.listing(path, `%T@ %f\0`)
	times := map[string]*float64{}
	for _, record := range records {
		seconds, name, _ := strings.Cut(record, " ")
		if time, err := strconv.ParseFloat(seconds, 64); err == nil {
			time *= 1000
			times[name] = &time
		}
	}
	all := make([]*float64, len(names))
	for index, name := range names {
		all[index] = times[name]
	}
	return all, err
}

func (w *Way) Copy(path string, to copying.Sink, options copying.Options) (copying.Copied, error) {
	place, err := w.inside(path)
	if err != nil {
		return copying.Copied{}, err
	}
	facts, err := w.statAt(place, path)
	if err != nil {
		return copying.Copied{}, err
	}
	if facts.Kind != "file" {
		return copying.Copied{}, sys.Fail(sys.Refused, path+": "+sys.NoRegularFile(facts.Kind))
	}
	stream := copying.NewStream(to, options)
	argv := []string{"/bin/cat", "--", place}
	all := facts.Size
	part := options.Part
	if part != nil {
		all = max(0, min(part.To, facts.Size)-part.From)
	}
	isLarge := all > options.MaxBytes
	if part != nil {
		argv = partCommand(place, part.From+max(0, all-options.MaxBytes-1), min(all, options.MaxBytes+1))
	} else if isLarge {
		argv = []string{"/usr/bin/tail", "-c", strconv.FormatInt(options.MaxBytes+1, 10), "--", place}
	}
	if isLarge {
		stream.DropFirst()
	}
	if err := w.output(argv, path, stream.Take); err != nil {
		return copying.Copied{}, err
	}
	copied, err := stream.End()
	if isLarge {
		copied.Cut = &copying.Cut{
			Reason:        "the last " + strconv.FormatInt(copied.Bytes, 10) + " of " + strconv.FormatInt(all, 10) + " bytes",
			OriginalBytes: &all,
		}
	}
	return copied, err
}

// partCommand prints a part of a file. Its only argument with a path begins with a letter, so that no name can be an option.
func partCommand(place string, from, count int64) []string {
	return []string{
		"/bin/dd", "if=" + place, "bs=64K", "iflag=skip_bytes,count_bytes,fullblock", "status=none",
		"skip=" + strconv.FormatInt(from, 10), "count=" + strconv.FormatInt(count, 10),
	}
}
