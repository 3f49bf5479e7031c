// Package command runs commands: found, judged, limited, and with nothing left behind.
package command

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// accountCommand is a command to run as another user, taken from a login in the catalog.
type accountCommand struct {
	user  string
	words []string
}

var (
	logins     = regexp.MustCompile(`^(?:(?:/usr)?/s?bin/)?(su|runuser|sudo)$`)
	userName   = regexp.MustCompile(`^[A-Za-z_][\w.@-]*\$?$`)
	quoted     = regexp.MustCompile(`(?s)'[^']*'|"(?:[^"$` + "`" + `\\]|\\.)*"|\\.`)
	shellChars = "|&;<>()$`*?[]{}~#\"'\n"
	assignment = regexp.MustCompile(`^\s*\w+=`)
)

// loginOf gives the command that a login of the catalog runs: `su -l USER -c 'COMMAND'`, `runuser -l USER -c 'COMMAND'` or
// `sudo -iu USER COMMAND…`; nil for any other command line. No shell is started, so a command that needs one is refused.
func loginOf(argv []string) (*accountCommand, *sys.HostError) {
	if len(argv) < 4 {
		return nil, nil
	}
	found := logins.FindStringSubmatch(argv[0])
	option, user, rest := argv[1], argv[2], argv[3:]
	if found == nil || !userName.MatchString(user) {
		return nil, nil
	}
	if found[1] == "sudo" {
		if option != "-iu" {
			return nil, nil
		}
		return &accountCommand{user, rest}, nil
	}
	if option != "-l" || rest[0] != "-c" || len(rest) > 2 {
		return nil, nil
	}
	line := ""
	if len(rest) == 2 {
		line = rest[1]
	}
	if needsShell(line) {
		return nil, sys.Fail(sys.Refused, "%s needs a shell, but none is started as %s", wire.Quote(line), user)
	}
	words, err := splitWords(line)
	return &accountCommand{user, words}, err
}

// needsShell reports whether a shell would do more with a command line than split it into words.
func needsShell(line string) bool {
	plain := quoted.ReplaceAllLiteralString(line, "x")
	return strings.TrimFunc(plain, isSpace) == "" || strings.ContainsAny(plain, shellChars) || assignment.MatchString(plain)
}

func isSpace(char rune) bool { return unicode.IsSpace(char) && char != 0x85 || char == 0xfeff }

// splitWords splits a command line into POSIX shell words: quotes and backslashes, no variables, globs or operators.
func splitWords(line string) ([]string, *sys.HostError) {
	var words []string
	var word []byte
	begun := false
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		char := line[i]
		switch {
		case quote == '\'':
			if char == '\'' {
				quote = 0
			} else {
				word = append(word, char)
			}
		case char == '\\':
			if i++; i == len(line) {
				return nil, sys.Fail(sys.Failed, "command line %s ends with a backslash", wire.Quote(line))
			}
			begun = true
			if quote == '"' && !strings.ContainsRune("\"\\$`\n", rune(line[i])) {
				word = append(word, '\\', line[i])
			} else if line[i] != '\n' {
				word = append(word, line[i])
			}
		case quote == '"':
			if char == '"' {
				quote = 0
			} else {
				word = append(word, char)
			}
		case char == '"' || char == '\'':
			quote, begun = char, true
		case strings.IndexByte(" \t\n\v\f\r", char) >= 0:
			if begun {
				words = append(words, string(word))
			}
			word, begun = nil, false
		default:
			word, begun = append(word, char), true
		}
	}
	if quote != 0 {
		return nil, sys.Fail(sys.Failed, "command line %s has no closing %c", wire.Quote(line), quote)
	}
	if begun {
		words = append(words, string(word))
	}
	return words, nil
}
