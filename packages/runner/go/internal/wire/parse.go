package wire

import (
	"encoding/base64"
	"errors"
	"strconv"
)

// Fields are the names of a JSON object's fields and targets for their values: a pointer to a bool, int, int64, uint32, float64,
// string, []byte (base64), []string or []uint32; a pointer to a *int64 or *string, which stays nil without a value; a map of
// texts; or a function that returns the fields of an object, called only if there is one. Null changes nothing.
type Fields []struct {
	Name string
	Into any
}

// of returns the target for the value of a field; nil for a field that is not known.
func (f Fields) of(name string) any {
	for _, field := range f {
		if field.Name == name {
			return field.Into
		}
	}
	return nil
}

// Parse parses a JSON object. Unknown fields are errors. With encoding/json, the program would be a fifth larger.
func Parse(content []byte, fields Fields) error {
	return parse(&parser{from: content}, fields)
}

// ParseKnown parses a JSON object and skips unknown fields.
func ParseKnown(content []byte, fields Fields) error {
	return parse(&parser{from: content, passesOver: true}, fields)
}

func parse(p *parser, fields Fields) error {
	if err := p.object(fields); err != nil {
		return err
	}
	if p.next() != 0 || p.at < len(p.from) {
		return errors.New("something follows the JSON")
	}
	return nil
}

type parser struct {
	from       []byte
	at         int
	passesOver bool
}

// next returns the next byte that is not space; 0 at the end.
func (p *parser) next() byte {
	for ; p.at < len(p.from); p.at++ {
		switch p.from[p.at] {
		case ' ', '\t', '\r', '\n':
		default:
			return p.from[p.at]
		}
	}
	return 0
}

func (p *parser) unexpected() error {
	if p.next() == 0 && p.at == len(p.from) {
		return errors.New("the JSON is not complete")
	}
	return errors.New("byte " + strconv.Itoa(p.at) + " of the JSON is not expected")
}

func (p *parser) expect(char byte) error {
	if p.next() != char {
		return p.unexpected()
	}
	p.at++
	return nil
}

// list reads items separated by commas, up to the byte that ends them.
func (p *parser) list(begin, end byte, item func() error) error {
	if err := p.expect(begin); err != nil {
		return err
	}
	if p.next() == end {
		p.at++
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch p.next() {
		case ',':
			p.at++
		case end:
			p.at++
			return nil
		default:
			return p.unexpected()
		}
	}
}

func (p *parser) members(member func(name string) error) error {
	return p.list('{', '}', func() error {
		name, err := p.text()
		if err == nil {
			err = p.expect(':')
		}
		if err != nil {
			return err
		}
		return member(name)
	})
}

func (p *parser) object(fields Fields) error {
	return p.members(func(name string) error {
		into := fields.of(name)
		switch {
		case into != nil:
			return p.value(into)
		case p.passesOver:
			return p.passOver()
		}
		return errors.New("the field " + Quote(name) + " is not known")
	})
}

// raw returns a string with its quotes.
func (p *parser) raw() ([]byte, error) {
	if p.next() != '"' {
		return nil, p.unexpected()
	}
	start := p.at
	for p.at++; p.at < len(p.from); p.at++ {
		switch p.from[p.at] {
		case '\\':
			p.at++
		case '"':
			p.at++
			return p.from[start:p.at], nil
		}
	}
	p.at = len(p.from)
	return nil, p.unexpected()
}

func (p *parser) text() (string, error) {
	raw, err := p.raw()
	if err != nil {
		return "", err
	}
	return ParseText(raw)
}

func (p *parser) word() string {
	p.next()
	start := p.at
	for ; p.at < len(p.from); p.at++ {
		if char := p.from[p.at]; (char < '0' || char > '9') && (char < 'a' || char > 'z') && char != 'E' && char != '.' && char != '-' && char != '+' {
			break
		}
	}
	return string(p.from[start:p.at])
}

func (p *parser) isNull() bool {
	p.next()
	if start := p.at; p.word() != "null" {
		p.at = start
		return false
	}
	return true
}

// passOver skips a value.
func (p *parser) passOver() error {
	for depth := 0; ; {
		switch char := p.next(); {
		case char == '"':
			if _, err := p.raw(); err != nil {
				return err
			}
		case char == '{' || char == '[':
			depth++
			p.at++
		case depth > 0 && (char == '}' || char == ']'):
			depth--
			p.at++
		case depth > 0 && (char == ',' || char == ':'):
			p.at++
		case p.word() == "":
			return p.unexpected()
		}
		if depth == 0 {
			return nil
		}
	}
}

func (p *parser) value(into any) error {
	if p.isNull() {
		return nil
	}
	switch to := into.(type) {
	case *bool:
		return p.read(func(word string) error {
			*to = word == "true"
			return isBool(word)
		})
	case *int:
		return p.read(func(word string) (err error) {
			*to, err = strconv.Atoi(word)
			return err
		})
	case *int64:
		return p.read(func(word string) (err error) {
			*to, err = strconv.ParseInt(word, 10, 64)
			return err
		})
	case **int64:
		*to = new(int64)
		return p.value(*to)
	case *uint32:
		return p.read(func(word string) error {
			number, err := strconv.ParseUint(word, 10, 32)
			*to = uint32(number)
			return err
		})
	case *float64:
		return p.read(func(word string) (err error) {
			*to, err = strconv.ParseFloat(word, 64)
			return err
		})
	case *string:
		text, err := p.text()
		*to = text
		return err
	case **string:
		*to = new(string)
		return p.value(*to)
	case *[]byte:
		text, err := p.text()
		if err == nil {
			*to, err = base64.StdEncoding.DecodeString(text)
		}
		return err
	case *[]string:
		return valuesOf(p, to)
	case *[]uint32:
		return valuesOf(p, to)
	case map[string]string:
		return p.members(func(name string) error {
			text, err := p.text()
			to[name] = text
			return err
		})
	}
	return p.object(into.(func() Fields)())
}

func valuesOf[T any](p *parser, to *[]T) error {
	*to = nil
	return p.list('[', ']', func() error {
		var one T
		err := p.value(&one)
		*to = append(*to, one)
		return err
	})
}

// read passes a word of JSON to keep.
func (p *parser) read(keep func(word string) error) error {
	word := p.word()
	if word == "" {
		return p.unexpected()
	}
	if !isWord(word) || keep(word) != nil {
		return errors.New(word + " is not a value that is allowed there")
	}
	return nil
}

// isWord rejects numbers that strconv accepts and JSON does not: with a plus sign, a leading zero or a
// point without digits, and Inf.
func isWord(word string) bool {
	if word == "true" || word == "false" {
		return true
	}
	digits := 0
	for i := 0; i < len(word); i++ {
		char := word[i]
		isDigit := char >= '0' && char <= '9'
		switch {
		case isDigit:
			digits++
		case char == '.' && (digits == 0 || i+1 == len(word) || word[i+1] < '0' || word[i+1] > '9'):
			return false
		case char == 'e' || char == 'E':
			return digits > 0
		case char != '-' && char != '.':
			return false
		}
		if isDigit && char == '0' && (i == 0 || i == 1 && word[0] == '-') && i+1 < len(word) && word[i+1] >= '0' && word[i+1] <= '9' {
			return false
		}
	}
	return digits > 0
}

func isBool(word string) error {
	if word != "true" && word != "false" {
		return strconv.ErrSyntax
	}
	return nil
}
