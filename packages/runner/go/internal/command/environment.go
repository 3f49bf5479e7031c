package command

import (
	"maps"
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
)

// Marker is the variable that marks every command of a run.
const Marker = "HOSTSPEC_RUN"

func searchPath() string { return strings.Join(program.SearchPath, ":") }

// safeEnvironment returns the environment of a command: fixed values, variables that the spec sets, and inherited variables.
func safeEnvironment(inherited, env map[string]string, run string) []string {
	all := map[string]string{"PATH": searchPath(), "LC_ALL": "C"}
	maps.Copy(all, inherited)
	maps.Copy(all, env)
	all[Marker] = run
	return assignments(all)
}

func assignments(env map[string]string) []string {
	var all []string
	for name, value := range env {
		all = append(all, name+"="+value)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return all
}

// loginAccount is an account with its login data.
type loginAccount struct {
	account.Account
	home string
}

// parseAccount parses a line of /etc/passwd; nil if it is broken.
func parseAccount(line string) *loginAccount {
	fields := append(strings.Split(line, ":"), "", "", "", "", "", "")
	uid, noUid := strconv.ParseUint(fields[2], 10, 32)
	gid, noGid := strconv.ParseUint(fields[3], 10, 32)
	if fields[0] == "" || noUid != nil || noGid != nil || !strings.HasPrefix(fields[5], "/") {
		return nil
	}
	return &loginAccount{account.Account{Uid: uint32(uid), Gid: uint32(gid), Name: fields[0]}, fields[5]}
}

// accountEnvironment returns the environment of a command that runs as another user. The user's own files do not affect it,
// except for the directories of DB2 and SAP HANA, whose programs are below that user's home or instance directory. ownParent is
// true if the command needs a parent process of its own.
func accountEnvironment(as *loginAccount, words []string, list func(directory string) []string) (env map[string]string, ownParent bool) {
	env = map[string]string{
		"HOME": as.home, "USER": as.Name, "LOGNAME": as.Name, "PATH": searchPath(),
		"PSQLRC": "/dev/null", "PGSYSCONFDIR": "/dev/null",
	}
	if len(words) > 0 && words[0] == "db2" {
		maps.Copy(env, db2Environment(as))
		return env, true
	}
	if instance := hanaInstance(as.Name, words, list); instance != "" {
		maps.Copy(env, hanaEnvironment(instance))
	}
	return env, false
}

// db2Environment returns the variables that an instance's db2profile sets, without the userprofile that it runs.
func db2Environment(as *loginAccount) map[string]string {
	lib := as.home + "/sqllib"
	return map[string]string{
		"DB2INSTANCE":     as.Name,
		"INSTHOME":        as.home,
		"PATH":            strings.Join([]string{lib + "/bin", lib + "/adm", lib + "/misc", searchPath()}, ":"),
		"LD_LIBRARY_PATH": strings.Join([]string{lib + "/lib64", lib + "/lib64/gskit", lib + "/lib32"}, ":"),
	}
}

// hanaUser returns the system id of an administrator, such as ABC for abcadm; empty for any other user.
func hanaUser(name string) string {
	system, ok := strings.CutSuffix(name, "adm")
	if !ok || len(system) != 3 || system[0] < 'a' || system[0] > 'z' || !isAll(system, isLowerOrDigit) {
		return ""
	}
	return strings.ToUpper(system)
}

// hanaProgram returns the directory of a program's instance: /usr/sap/ABC/HDB00.
func hanaProgram(word string) string {
	parts := strings.SplitN(word, "/", 6)
	if len(parts) < 6 || parts[0] != "" || parts[1] != "usr" || parts[2] != "sap" || len(parts[3]) != 3 ||
		!isAll(parts[3], isWordChar) || !isHanaDirectory(parts[4]) {
		return ""
	}
	return strings.Join(parts[:5], "/")
}

func isHanaDirectory(name string) bool {
	return len(name) == 5 && strings.HasPrefix(name, "HDB") && isAll(name[3:], isDigit)
}

func isDigit(char rune) bool        { return char >= '0' && char <= '9' }
func isLowerOrDigit(char rune) bool { return char >= 'a' && char <= 'z' || isDigit(char) }
func isWordChar(char rune) bool {
	return isLowerOrDigit(char) || char >= 'A' && char <= 'Z' || char == '_'
}

func isAll(text string, is func(rune) bool) bool {
	return strings.IndexFunc(text, func(char rune) bool { return !is(char) }) == -1
}

// hanaInstance returns the instance directory that an administrator's command names; otherwise the first one.
func hanaInstance(name string, words []string, list func(directory string) []string) string {
	system := hanaUser(name)
	if system == "" {
		return ""
	}
	home := "/usr/sap/" + system
	for _, word := range words {
		if named := hanaProgram(word); named != "" {
			if strings.HasPrefix(named, home+"/") {
				return named
			}
			break
		}
	}
	for _, entry := range list(home) {
		if isHanaDirectory(entry) {
			return home + "/" + entry
		}
	}
	return ""
}

// hanaEnvironment returns the variables that an instance's hdbenv.sh sets for its programs.
func hanaEnvironment(instance string) map[string]string {
	exe := instance + "/exe"
	python := exe + "/Python"
	return map[string]string{
		"SAPSYSTEMNAME":   path.Base(path.Dir(instance)),
		"DIR_INSTANCE":    instance,
		"DIR_EXECUTABLE":  exe,
		"PYTHONPATH":      exe + "/python_support:" + exe,
		"PATH":            strings.Join([]string{instance, exe, python + "/bin", searchPath()}, ":"),
		"LD_LIBRARY_PATH": exe + ":" + python + "/lib",
	}
}
