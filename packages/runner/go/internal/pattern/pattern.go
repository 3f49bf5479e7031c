// Package pattern matches names by the rules of Python's fnmatch. The matcher in TypeScript writes the test's table of cases.
package pattern

import (
	"strings"
	"unicode/utf8"
)

// HasWildcard reports whether a pattern has a wildcard: `*`, `?` or `[`.
func HasWildcard(pattern string) bool { return strings.ContainsAny(pattern, "*?[") }

type span struct{ from, to rune }

type place struct {
	kind    byte // '*', '?', 'c' for one character, '[' for a set
	char    rune
	negated bool
	spans   []span
}

// Name makes a matcher of names. Its time is at most proportional to the lengths of name and pattern, multiplied.
func Name(pattern string) func(name string) bool {
	if !HasWildcard(pattern) {
		return func(name string) bool { return name == pattern }
	}
	places := placesOf(runesOf(pattern))
	return func(name string) bool { return matches(places, name) }
}

// FileName is like Name for one part of a path: a name that starts with a dot matches only a pattern that does, too.
func FileName(part string) func(name string) bool {
	matcher := Name(part)
	if strings.HasPrefix(part, ".") {
		return matcher
	}
	return func(name string) bool { return !strings.HasPrefix(name, ".") && matcher(name) }
}

// A byte that is not UTF-8 is taken as a character U+DC80 to U+DCFF.
func next(text string) (rune, int) {
	char, size := utf8.DecodeRuneInString(text)
	if char == utf8.RuneError && size == 1 {
		return rune(0xdc00) + rune(text[0]), 1
	}
	return char, size
}

func runesOf(text string) []rune {
	var chars []rune
	for text != "" {
		char, size := next(text)
		chars = append(chars, char)
		text = text[size:]
	}
	return chars
}

func placesOf(chars []rune) []place {
	var places []place
	for i := 0; i < len(chars); i++ {
		end := -1
		if chars[i] == '[' {
			end = endOfSet(chars, i+1)
		}
		switch {
		case end != -1:
			places = append(places, setOf(chars[i+1:end]))
			i = end
		case chars[i] == '?':
			places = append(places, place{kind: '?'})
		case chars[i] != '*':
			places = append(places, place{kind: 'c', char: chars[i]})
		case len(places) == 0 || places[len(places)-1].kind != '*':
			places = append(places, place{kind: '*'})
		}
	}
	return places
}

func endOfSet(chars []rune, start int) int {
	from := start + 1
	if start < len(chars) && chars[start] == '!' {
		from = start + 2
	}
	for i := from; i < len(chars); i++ {
		if chars[i] == ']' {
			return i
		}
	}
	return -1
}

// A range in reverse order is empty.
func setOf(chars []rune) place {
	set := place{kind: '['}
	i := 0
	if len(chars) > 0 && chars[0] == '!' {
		set.negated = true
		i = 1
	}
	for ; i < len(chars); i++ {
		from, to := chars[i], chars[i]
		if i+2 < len(chars) && chars[i+1] == '-' {
			to = chars[i+2]
			i += 2
		}
		if from <= to {
			set.spans = append(set.spans, span{from, to})
		}
	}
	return set
}

func matches(places []place, name string) bool {
	at, in, afterStar, starEnd := 0, 0, -1, 0
	for at < len(name) {
		char, size := next(name[at:])
		switch {
		case in < len(places) && places[in].kind == '*':
			in++
			afterStar, starEnd = in, at
		case in < len(places) && places[in].matches(char):
			in++
			at += size
		case afterStar != -1:
			in = afterStar
			_, width := next(name[starEnd:])
			starEnd += width
			at = starEnd
		default:
			return false
		}
	}
	for in < len(places) && places[in].kind == '*' {
		in++
	}
	return in == len(places)
}

func (p *place) matches(char rune) bool {
	switch p.kind {
	case 'c':
		return p.char == char
	case '?':
		return true
	}
	for _, span := range p.spans {
		if span.from <= char && char <= span.to {
			return !p.negated
		}
	}
	return p.negated
}
