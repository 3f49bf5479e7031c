// Package command runs commands: found, judged, limited, and with nothing left behind. Its rules, and the reasons for them, are those of
// packages/local-host.
package command

import (
	"strings"
	"unicode"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// accountCommand is the command of a login in the catalog, and its user.
type accountCommand struct {
	user  string
	words []string
}

const shellChars = "|&;<>()$`*?[]{}~#\"'\n"

// loginName returns su, runuser or sudo if a word names one of them; otherwise an empty string.
func loginName(word string) string {
	for _, directory := range []string{"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"} {
		if name, ok := strings.CutPrefix(word, directory); ok {
			word = name
			break
		}
	}
	if word == "su" || word == "runuser" || word == "sudo" {
		return word
	}
	return ""
}

func isUserName(name string) bool {
	name = strings.TrimSuffix(name, "$")
	return name != "" && !isDigit(rune(name[0])) && isWordChar(rune(name[0])) &&
		isAll(name, func(char rune) bool { return isWordChar(char) || strings.ContainsRune(".@-", char) })
}

// withoutQuotes replaces quoted text in which a shell would expand nothing with x.
func withoutQuotes(line string) string {
	var plain strings.Builder
	for i := 0; i < len(line); {
		if end := endOfQuote(line, i); end > i {
			plain.WriteByte('x')
			i = end
		} else {
			plain.WriteByte(line[i])
			i++
		}
	}
	return plain.String()
}

// endOfQuote returns the end of a quote that starts here; -1 if none does.
func endOfQuote(line string, start int) int {
	switch line[start] {
	case '\'':
		if end := strings.IndexByte(line[start+1:], '\''); end >= 0 {
			return start + end + 2
		}
	case '\\':
		if start+1 < len(line) {
			return start + 2
		}
	case '"':
		for i := start + 1; i < len(line); i++ {
			switch line[i] {
			case '"':
				return i + 1
			case '$', '`':
				return -1
			case '\\':
				i++
			}
		}
	}
	return -1
}

func isAssignment(line string) bool {
	line = strings.TrimLeftFunc(line, isSpace)
	name, _, ok := strings.Cut(line, "=")
	return ok && name != "" && isAll(name, isWordChar)
}

// loginOf returns the command of a login: `su -l USER -c 'COMMAND'`, `runuser -l USER -c 'COMMAND'` or `sudo -iu USER COMMAND…`.
// It returns nil for other command lines. No shell is started, so a command that needs one is refused.
func loginOf(argv []string) (*accountCommand, *sys.HostError) {
	if len(argv) < 4 {
		return nil, nil
	}
	login := loginName(argv[0])
	option, user, rest := argv[1], argv[2], argv[3:]
	if login == "" || !isUserName(user) {
		return nil, nil
	}
	if login == "sudo" {
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
		return nil, sys.Fail(sys.Refused, wire.Quote(line)+" needs a shell, but none is started as "+user)
	}
	words, err := splitWords(line)
	return &accountCommand{user, words}, err
}

// needsShell reports whether a shell would do more than split a command line into words.
func needsShell(line string) bool {
	plain := withoutQuotes(line)
	return strings.TrimFunc(plain, isSpace) == "" || strings.ContainsAny(plain, shellChars) || isAssignment(plain)
}

func isSpace(char rune) bool { return unicode.IsSpace(char) && char != 0x85 || char == 0xfeff }

// splitWords splits a command line as a POSIX shell does: quotes and backslashes, but no variables, globs or operators.
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
				return nil, sys.Fail(sys.Failed, "command line "+wire.Quote(line)+" ends with a backslash")
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
		return nil, sys.Fail(sys.Failed, "command line "+wire.Quote(line)+" has no closing "+string(quote))
	}
	if begun {
		words = append(words, string(word))
	}
	return words, nil
}
