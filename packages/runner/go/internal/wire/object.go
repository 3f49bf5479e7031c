package wire

import "strconv"

// Object is a JSON object that is written field by field.
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

// AddIf adds a field if it has something to say.
func (o *Object) AddIf(says bool, name string, value any) {
	if says {
		o.Add(name, value)
	}
}

// JSON is the object so far.
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
