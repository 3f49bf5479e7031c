package command

import (
	"maps"
	"strconv"
	"strings"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func (r *Runner) prepare(argv []string, how Options) (*prepared, *sys.HostError) {
	found, failure := r.Finder.Find(argv[0])
	if how.As != nil && how.As.Uid != account.Own() {
		return r.prepareWithRights(argv, how, found, failure)
	}
	if failure != nil {
		return nil, failure
	}
	login, failure := loginOf(argv)
	if failure != nil {
		return nil, failure
	}
	if login == nil {
		return &prepared{program: found, argv: argv, env: how.Env, elsewhere: elsewhere(found, argv)}, nil
	}
	return r.prepareAs(login.user, login.words, how)
}

func (r *Runner) prepareWithRights(argv []string, how Options, found *program.Found, failure *sys.HostError) (*prepared, *sys.HostError) {
	if account.Own() != 0 {
		return nil, sys.Fail(sys.Denied, "needs root to run as "+account.UserName(how.As.Uid))
	}
	if failure == nil {
		command := withRights(how.As, found, argv, how.Env)
		command.elsewhere = elsewhere(found, argv)
		return command, nil
	}
	launcher, missing := r.Finder.Find("/usr/bin/env")
	if failure.Problem != sys.Refused || missing != nil {
		return nil, failure
	}
	if controller := r.Controller(argv[0]); controller == nil || controller.Uid != how.As.Uid {
		return nil, failure
	}
	return withRights(how.As, launcher, append([]string{"env", "--"}, argv...), how.Env), nil
}

// withRights returns a program, with arguments that run it with another user's rights.
func withRights(as *account.Account, found *program.Found, argv []string, env map[string]string) *prepared {
	return &prepared{program: found, argv: append([]string{found.Path}, argv[1:]...), env: env, as: as}
}

func elsewhere(found *program.Found, argv []string) string {
	if strings.HasPrefix(argv[0], "/") && found.Path != argv[0] {
		return found.Path
	}
	return ""
}

// prepareAs runs the command of a login without logging in.
func (r *Runner) prepareAs(user string, words []string, how Options) (*prepared, *sys.HostError) {
	as := r.findAccount(user, how)
	if as == nil {
		return nil, sys.Fail(sys.Failed, "there is no user "+user)
	}
	if len(words) == 0 {
		words = []string{""}
	}
	env, ownParent := accountEnvironment(as, words, r.List)
	maps.Copy(env, how.Env)
	if as.Uid == account.Own() {
		found, failure := r.inPath(words[0], env["PATH"])
		return &prepared{program: found, argv: words, env: env}, failure
	}
	if account.Own() != 0 {
		return nil, sys.Fail(sys.Denied, "needs root to run as "+user)
	}
	if strings.HasPrefix(words[0], "/") {
		if _, failure := r.Finder.Find(words[0]); failure != nil && failure.Problem != sys.Refused {
			return nil, failure
		}
	}
	launcher, failure := r.Finder.Find("/usr/bin/env")
	if failure != nil {
		return nil, failure
	}
	as.Groups = r.groupsOf(user, how)
	// Variables such as those for libraries are for the command alone.
	argv := append([]string{"env"}, assignments(env)...)
	if ownParent {
		argv = append(argv, "/usr/bin/timeout", "0")
	}
	return withRights(&as.Account, launcher, append(argv, words...), nil), nil
}

// inPath finds the first judged program in a search path, for the runner's own user.
func (r *Runner) inPath(word, search string) (*program.Found, *sys.HostError) {
	if strings.Contains(word, "/") {
		return r.Finder.Find(word)
	}
	var refused *sys.HostError
	for _, place := range strings.Split(search, ":") {
		found, failure := r.Finder.Find(place + "/" + word)
		if failure == nil {
			return found, nil
		}
		if failure.Problem != sys.Absent && refused == nil {
			refused = failure
		}
	}
	if refused != nil {
		return nil, refused
	}
	return nil, sys.Fail(sys.Absent, "command not found: "+word)
}

func (r *Runner) findAccount(user string, how Options) *loginAccount {
	line := account.LocalLine(user)
	if line == "" {
		line = r.ask([]string{"/usr/bin/getent", "passwd", user}, how)
	}
	if as := parseAccount(line); as != nil && as.Name == user {
		return as
	}
	return nil
}

func (r *Runner) groupsOf(user string, how Options) []uint32 {
	var groups []uint32
	for _, word := range strings.Split(r.ask([]string{"/usr/bin/id", "-G", user}, how), " ") {
		if id, err := strconv.ParseUint(word, 10, 32); err == nil {
			groups = append(groups, uint32(id))
		}
	}
	return groups
}

const maxAnswer = 64 * 1024

// ask runs a command and returns the first line of its output; empty on failure.
func (r *Runner) ask(argv []string, how Options) string {
	key := strings.Join(argv, "\x00")
	r.mutex.Lock()
	known, ok := r.asked[key]
	r.mutex.Unlock()
	if ok {
		return known
	}
	var answer []byte
	result, err := r.Run(argv, Options{
		Timeout: r.Timeout, Signal: syscall.SIGKILL, MaxBytes: maxAnswer, Ended: how.Ended, Reason: how.Reason,
	}, func(content []byte) error {
		answer = append(answer, content...)
		return nil
	})
	line := ""
	if err == nil && result.RC != nil && *result.RC == 0 {
		line, _, _ = strings.Cut(string(answer), "\n")
		line = strings.TrimSuffix(line, "\r")
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.asked[key] = line
	return line
}
