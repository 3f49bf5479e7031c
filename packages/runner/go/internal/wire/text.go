package wire

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

var shortEscape = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// Quote formats a text like JSON.stringify. A text is a string of bytes, like a file name: a byte that
// is not UTF-8 becomes a lone surrogate U+DC80 to U+DCFF.
func Quote(text string) string { return string(AppendText(nil, text)) }

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

// Less compares texts as JavaScript compares strings: by UTF-16 units.
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

// The first character as one or two UTF-16 units, left-aligned so that they compare as units do.
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

// Object is a JSON object written field by field.
type Object struct{ content []byte }

// Add adds a field: a bool, int, int64, uint32, float64, string, []int, []uint32, []string or *Object.
func (o *Object) Add(name string, value any) {
	separator := byte(',')
	if len(o.content) == 0 {
		separator = '{'
	}
	o.content = append(AppendText(append(o.content, separator), name), ':')
	o.content = appendValue(o.content, value)
}

// AddIf adds a field if says is true.
func (o *Object) AddIf(says bool, name string, value any) {
	if says {
		o.Add(name, value)
	}
}

func (o *Object) JSON() []byte {
	if len(o.content) == 0 {
		return []byte("{}")
	}
	return append(o.content, '}')
}

func appendValue(to []byte, value any) []byte {
	switch value := value.(type) {
	case bool:
		return strconv.AppendBool(to, value)
	case int:
		return strconv.AppendInt(to, int64(value), 10)
	case int64:
		return strconv.AppendInt(to, value, 10)
	case uint32:
		return strconv.AppendUint(to, uint64(value), 10)
	case float64:
		return strconv.AppendFloat(to, value, 'f', -1, 64)
	case []int:
		return appendValues(to, value)
	case []uint32:
		return appendValues(to, value)
	case []string:
		return appendValues(to, value)
	case *Object:
		return append(to, value.JSON()...)
	}
	return AppendText(to, value.(string))
}

func appendValues[T any](to []byte, values []T) []byte {
	to = append(to, '[')
	for i, value := range values {
		if i > 0 {
			to = append(to, ',')
		}
		to = appendValue(to, value)
	}
	return append(to, ']')
}
