package wire

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

var shortEscape = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// Quote gives a text as JSON.stringify does. A text is a string of bytes, as names of files are: a byte that is not UTF-8 stands as a
// lone surrogate U+DC80 to U+DCFF.
func Quote(text string) string { return string(AppendText(nil, text)) }

// AppendText appends a text as a JSON string.
func AppendText(to []byte, text string) []byte {
	to = append(to, '"')
	for i := 0; i < len(text); {
		char := text[i]
		if char < utf8.RuneSelf {
			switch {
			case char == '"' || char == '\\':
				to = append(to, '\\', char)
			case char < ' ' && shortEscape[char] != 0:
				to = append(to, '\\', shortEscape[char])
			case char < ' ':
				to = append(to, '\\', 'u', '0', '0', hex[char>>4], hex[char&15])
			default:
				to = append(to, char)
			}
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		if size == 1 {
			to = append(to, '\\', 'u', 'd', 'c', hex[char>>4], hex[char&15])
		} else {
			to = append(to, text[i:i+size]...)
		}
		i += size
	}
	return append(to, '"')
}

var errText = errors.New("a text is not a string of UTF-8 with escapes U+DC80 to U+DCFF for other bytes")

// ParseText reads a JSON string.
func ParseText(from []byte) (string, error) {
	if len(from) < 2 || from[0] != '"' || from[len(from)-1] != '"' || !utf8.Valid(from) {
		return "", errText
	}
	from = from[1 : len(from)-1]
	text := make([]byte, 0, len(from))
	for i := 0; i < len(from); i++ {
		char := from[i]
		if char != '\\' {
			if char == '"' || char < ' ' {
				return "", errText
			}
			text = append(text, char)
			continue
		}
		if i++; i >= len(from) {
			return "", errText
		}
		switch from[i] {
		case 'b':
			text = append(text, '\b')
		case 'f':
			text = append(text, '\f')
		case 'n':
			text = append(text, '\n')
		case 'r':
			text = append(text, '\r')
		case 't':
			text = append(text, '\t')
		case '"', '\\', '/':
			text = append(text, from[i])
		case 'u':
			unit, ok := unitAt(from, i+1)
			if !ok {
				return "", errText
			}
			i += 4
			switch {
			case !utf16.IsSurrogate(unit):
				text = utf8.AppendRune(text, unit)
			case unit < 0xdc00:
				low, ok := rune(0), len(from) > i+2 && from[i+1] == '\\' && from[i+2] == 'u'
				if ok {
					low, ok = unitAt(from, i+3)
				}
				if !ok || low < 0xdc00 || low > 0xdfff {
					return "", errText
				}
				text = utf8.AppendRune(text, utf16.DecodeRune(unit, low))
				i += 6
			case unit >= 0xdc80 && unit <= 0xdcff:
				text = append(text, byte(unit-0xdc00))
			default:
				return "", errText
			}
		default:
			return "", errText
		}
	}
	return string(text), nil
}

func unitAt(from []byte, at int) (rune, bool) {
	if at+4 > len(from) {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(from[at:at+4]), 16, 16)
	return rune(unit), err == nil
}

// Less compares texts as JavaScript compares the strings that stand for them: by UTF-16 units.
func Less(one, other string) bool {
	i := 0
	for i < len(one) && i < len(other) && one[i] == other[i] && one[i] < utf8.RuneSelf {
		i++
	}
	return lessUnits(one[i:], other[i:])
}

func lessUnits(one, other string) bool {
	for one != "" && other != "" {
		a, sizeA := unitsOf(one)
		b, sizeB := unitsOf(other)
		if a != b {
			return a < b
		}
		one, other = one[sizeA:], other[sizeB:]
	}
	return one == "" && other != ""
}

// The first character as its one or two UTF-16 units, left-aligned so that their order is that of the units.
func unitsOf(text string) (uint32, int) {
	char, size := utf8.DecodeRuneInString(text)
	if char == utf8.RuneError && size == 1 {
		return uint32(0xdc00+uint32(text[0])) << 16, 1
	}
	if char >= 0x10000 {
		high, low := utf16.EncodeRune(char)
		return uint32(high)<<16 | uint32(low), size
	}
	return uint32(char) << 16, size
}
