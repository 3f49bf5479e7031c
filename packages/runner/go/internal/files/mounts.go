// Package files follows paths of the host and opens their targets, with no more rights than those who
// control them have. Its rules, and the reasons for them, are those of packages/local-host.
package files

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

// Mount is a mount that can hang any process that touches it.
type Mount struct{ Path, Type string }

var riskyTypes = []string{
	"autofs", "nfs", "cifs", "ncpfs", "afs", "ceph", "glusterfs", "9p", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "coda",
	"davfs", "sshfs", "virtiofs", "gfs", "gfs2", "ocfs2",
}

func isRisky(kind string) bool {
	switch {
	case strings.HasPrefix(kind, "fusectl"):
		return false
	case strings.HasPrefix(kind, "fuse"), strings.HasPrefix(kind, "smb"):
		return true
	case len(kind) == 4 && strings.HasPrefix(kind, "nfs"):
		return kind[3] >= '0' && kind[3] <= '9'
	}
	return slices.Contains(riskyTypes, kind)
}

const (
	mountsKeep = 200 * time.Millisecond
	maxTable   = 8 * 1024 * 1024
)

// Guard lists the mounts that can hang. It reads the mount table again after a fifth of a second.
type Guard struct {
	mutex sync.Mutex
	table string
	risky map[string]Mount
	read  time.Time
}

// NewGuard makes the guard of the running machine. Without a mount table, no mount counts as risky.
func NewGuard(table string) *Guard { return &Guard{table: table} }

func (g *Guard) current() map[string]Mount {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.risky == nil || time.Since(g.read) > mountsKeep {
		g.risky = map[string]Mount{}
		for _, mount := range g.mounts() {
			// The root never counts, because nothing works without it.
			if mount.Path != "" && mount.Path != "/" && isRisky(mount.Type) {
				g.risky[mount.Path] = mount.Mount
			}
		}
		g.read = time.Now()
	}
	return g.risky
}

// Any reports whether any mount can hang.
func (g *Guard) Any() bool { return len(g.current()) > 0 }

// At returns the risky mount at exactly this path.
func (g *Guard) At(path string) (Mount, bool) {
	mount, ok := g.current()[path]
	return mount, ok
}

// WithoutSetuid returns the mount of a real path if it is nosuid, like media that users may mount.
func (g *Guard) WithoutSetuid(path string) (string, bool) {
	var found tableMount
	any := false
	for _, next := range g.mounts() {
		if IsBelow(path, next.Path) && (!any || len(next.Path) >= len(found.Path)) {
			found, any = next, true
		}
	}
	if !any || found.Path == "/" || found.Type == "tmpfs" || found.Type == "ramfs" {
		return "", false
	}
	return found.Path, slices.Contains(strings.Split(found.options, ","), "nosuid")
}

// IsBelow reports whether a path is a directory or below it.
func IsBelow(path, directory string) bool {
	return directory == "/" || path == directory || strings.HasPrefix(path, directory+"/")
}

type tableMount struct {
	Mount
	options string
}

func (g *Guard) mounts() []tableMount {
	content, err := sys.ReadSmall(g.table, maxTable)
	if err != nil {
		return nil
	}
	var all []tableMount
	for _, line := range strings.Split(string(content), "\n") {
		before, after, _ := strings.Cut(line, " - ")
		fields := strings.Split(before, " ")
		if len(fields) < 6 {
			continue
		}
		kind, _, _ := strings.Cut(after, " ")
		all = append(all, tableMount{Mount{unescape(fields[4]), kind}, fields[5]})
	}
	return all
}

// In the table, blanks, line ends and backslashes are octal numbers.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var plain []byte
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) && isOctal(text[i+1:i+4]) {
			plain = append(plain, (text[i+1]-'0')<<6|(text[i+2]-'0')<<3|(text[i+3]-'0'))
			i += 3
		} else {
			plain = append(plain, text[i])
		}
	}
	return string(plain)
}

func isOctal(digits string) bool { return strings.Trim(digits, "01234567") == "" }
