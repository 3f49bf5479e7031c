package files

import (
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// Location is the target of a path: something accessible, or a risky mount on the way, which was not touched.
type Location struct {
	// Path is the path to open: the real path below a root. On the running machine, links are followed on opening.
	Path string
	// LeadsTo is the real path, if known.
	LeadsTo string
	// Mount is the risky mount on the way, if any.
	Mount *Mount
}

// Locator finds the targets of paths without touching a mount that can hang. Links lead where they
// would if the host's root were the system's: absolute ones and `..` never lead out of it.
type Locator struct {
	base  string
	guard *Guard
}

// NewLocator makes the locator of a root directory, given by its real path; `/` for the running machine.
func NewLocator(root string, guard *Guard) *Locator {
	if root == "/" {
		root = ""
	}
	return &Locator{root, guard}
}

// MaxLinks is the most links that are followed for a path, as in the kernel.
const MaxLinks = 40

func (l *Locator) Locate(path string) (Location, error) {
	inside, err := Normalize(path)
	if err != nil {
		return Location{}, err
	}
	if l.base == "" && !l.guard.Any() {
		return Location{Path: inside, LeadsTo: inside}, nil
	}
	if above := l.mountAbove(); above != nil {
		return Location{Path: l.base + inside, Mount: above}, nil
	}
	return l.walk(inside)
}

// mountAbove returns the risky mount that contains the root directory.
func (l *Locator) mountAbove() *Mount {
	for end := 1; end <= len(l.base); end++ {
		if end < len(l.base) && l.base[end] != '/' {
			continue
		}
		if mount, ok := l.guard.At(l.base[:end]); ok {
			return &mount
		}
	}
	return nil
}

// Normalize adds a leading slash and removes `.`, `..` and doubled slashes. `..` stops at the root.
func Normalize(path string) (string, error) {
	if strings.Contains(path, "\x00") {
		return "", sys.Fail(sys.Refused, "path "+wire.Quote(path)+" contains a NUL byte")
	}
	if isNormal(path) {
		return path, nil
	}
	var parts []string
	for _, part := range PartsOf(path) {
		switch part {
		case ".":
		case "..":
			parts = parts[:max(0, len(parts)-1)]
		default:
			parts = append(parts, part)
		}
	}
	return "/" + strings.Join(parts, "/"), nil
}

// isNormal reports whether Normalize has nothing to change, as in nearly every path. It may report false for others, too.
func isNormal(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasSuffix(path, "/") && !strings.Contains(path, "//") && !strings.Contains(path, "/.")
}

// PartsOf returns the names in a path.
func PartsOf(path string) []string {
	parts := make([]string, 0, strings.Count(path, "/")+1)
	for path != "" {
		var part string
		if part, path, _ = strings.Cut(path, "/"); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func (l *Locator) walk(inside string) (Location, error) {
	rest := PartsOf(inside)
	current := l.base
	links := 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		if part == "." {
			continue
		}
		if part == ".." {
			if current != l.base {
				current = current[:strings.LastIndexByte(current, '/')]
			}
			continue
		}
		next := current + "/" + part
		if mount, ok := l.guard.At(next); ok {
			return Location{Path: strings.Join(append([]string{next}, rest...), "/"), Mount: &mount}, nil
		}
		target, isLink, err := linkAt(next)
		if err != nil {
			return Location{}, err
		}
		if !isLink {
			current = next
			continue
		}
		if links++; links > MaxLinks {
			return Location{}, sys.LinkLoop(inside)
		}
		if strings.HasPrefix(target, "/") {
			current = l.base
		}
		rest = append(PartsOf(target), rest...)
	}
	leadsTo := current
	if leadsTo == "" {
		leadsTo = "/"
	}
	if l.base == "" {
		return Location{Path: inside, LeadsTo: leadsTo}, nil
	}
	return Location{Path: leadsTo, LeadsTo: leadsTo}, nil
}

func linkAt(path string) (target string, isLink bool, err error) {
	stat, err := sys.Lstat(path)
	if err != nil {
		if sys.Is(err, syscall.ENOENT) {
			err = nil
		}
		return "", false, err
	}
	if !stat.IsLink() {
		return "", false, nil
	}
	target, err = sys.Readlink(path)
	return target, err == nil, err
}

// RealPath follows the links of a path on the running machine, on any mount. A relative path starts at the current directory.
func RealPath(path string) (string, error) {
	if !strings.HasPrefix(path, "/") {
		current, err := syscall.Getwd()
		if err != nil {
			return "", err
		}
		path = current + "/" + path
	}
	found, err := NewLocator("/", NewGuard("")).walk(path)
	return found.LeadsTo, err
}

// Namer returns a function that describes a path for messages, with its target if links lead elsewhere below the root.
func Namer(root string) func(path, leadsTo string) string {
	return func(path, leadsTo string) string {
		place := leadsTo
		if root != "/" {
			place = strings.TrimPrefix(leadsTo, root)
			if place == "" {
				place = "/"
			}
		}
		if normal, err := Normalize(path); err == nil && normal == place {
			return path
		}
		return path + ", which leads to " + place
	}
}
