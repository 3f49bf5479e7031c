// Package account looks up accounts of the machine and acts with their rights. Its rules, and the
// reasons for them, are those of packages/local-host.
package account

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const nobody = 65_534

// Account is a user of the host with whose rights the runner can act.
type Account struct {
	Uid    uint32
	Gid    uint32
	Name   string
	Groups []uint32
	// Within is a directory in which files opened with its rights must be; empty for any.
	Within string
}

// Anyone stands for all accounts that can write to a shared directory.
var Anyone = &Account{Uid: nobody, Gid: nobody, Name: "nobody"}

// Describe words an account for a reason.
func (a *Account) Describe() string {
	if a.Name != "" {
		return a.Name
	}
	return "user " + strconv.FormatUint(uint64(a.Uid), 10)
}

// Lookup finds accounts by user id and remembers them.
type Lookup struct {
	mutex sync.Mutex
	known map[uint32]*Account
	rows  [][]string
	// Passwd and Group are the paths of the files to read.
	Passwd, Group string
}

func NewLookup() *Lookup {
	return &Lookup{known: map[uint32]*Account{}, Passwd: "/etc/passwd", Group: "/etc/group"}
}

// Of returns an account. One that the files do not list, such as one of a directory service, has no
// groups: that can only mean fewer rights.
func (l *Lookup) Of(uid uint32) *Account {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if known, ok := l.known[uid]; ok {
		return known
	}
	if l.rows == nil {
		l.rows = rowsOf(l.Passwd)
	}
	found := l.find(uid)
	l.known[uid] = found
	return found
}

func (l *Lookup) find(uid uint32) *Account {
	row := rowOf(l.rows, uid)
	if row == nil {
		return &Account{Uid: uid, Gid: nobody}
	}
	gid, err := strconv.ParseUint(field(row, 3), 10, 32)
	if err != nil {
		return &Account{Uid: uid, Gid: nobody}
	}
	found := &Account{Uid: uid, Gid: uint32(gid), Name: row[0]}
	for _, group := range rowsOf(l.Group) {
		if !slices.Contains(strings.Split(field(group, 3), ","), row[0]) {
			continue
		}
		if id, err := strconv.ParseUint(field(group, 2), 10, 32); err == nil {
			found.Groups = append(found.Groups, uint32(id))
		}
	}
	return found
}

func field(row []string, at int) string {
	if at < len(row) {
		return row[at]
	}
	return ""
}

const maxTable = 4 * 1024 * 1024

func linesOf(path string) []string {
	content, err := sys.ReadSmall(path, maxTable)
	if err != nil {
		return nil
	}
	return strings.Split(string(content), "\n")
}

func rowsOf(path string) [][]string {
	rows := [][]string{}
	for _, line := range linesOf(path) {
		rows = append(rows, strings.Split(line, ":"))
	}
	return rows
}

// rowOf returns the row of a user or group; nil if there is none.
func rowOf(rows [][]string, id uint32) []string {
	wanted := strconv.FormatUint(uint64(id), 10)
	for _, row := range rows {
		if field(row, 2) == wanted {
			return row
		}
	}
	return nil
}

func nameIn(table string, id uint32) string { return field(rowOf(rowsOf(table), id), 0) }

// UserName words a user for a message.
func UserName(uid uint32) string {
	return (&Account{Uid: uid, Name: nameIn("/etc/passwd", uid)}).Describe()
}

// GroupName words a group for a message.
func GroupName(gid uint32) string {
	if name := nameIn("/etc/group", gid); name != "" {
		return name
	}
	return strconv.FormatUint(uint64(gid), 10)
}

// LocalLine returns the line of an account in /etc/passwd; empty if it is not there.
func LocalLine(name string) string {
	for _, line := range linesOf("/etc/passwd") {
		if strings.HasPrefix(line, name+":") {
			return line
		}
	}
	return ""
}
