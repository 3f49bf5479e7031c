package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// values has a field of every kind that can be read.
type values struct {
	Is     bool              `json:"is"`
	Number int               `json:"number"`
	Large  int64             `json:"large"`
	Most   *int64            `json:"most"`
	ID     uint32            `json:"id"`
	Part   float64           `json:"part"`
	Text   string            `json:"text"`
	Path   *string           `json:"path"`
	Bytes  []byte            `json:"bytes"`
	Texts  []string          `json:"texts"`
	IDs    []uint32          `json:"ids"`
	Map    map[string]string `json:"map"`
	Inner  *values           `json:"inner"`
}

func (v *values) fields() Fields {
	v.Map = map[string]string{}
	return Fields{
		{"is", &v.Is}, {"number", &v.Number}, {"large", &v.Large}, {"most", &v.Most}, {"id", &v.ID}, {"part", &v.Part}, {"text", &v.Text},
		{"path", &v.Path}, {"bytes", &v.Bytes}, {"texts", &v.Texts}, {"ids", &v.IDs}, {"map", v.Map},
		{"inner", func() Fields {
			v.Inner = &values{}
			return v.Inner.fields()
		}},
	}
}

var readable = []string{
	`{}`, ` { } `, `{"is":true,"number":-5,"large":9223372036854775807,"id":4294967295,"part":-1.5e-3,"text":"a\u00e9\n"}`,
	`{"most":0,"path":"","bytes":"AQID","texts":["a",null,""],"ids":[0,7],"map":{"A":"b","":"c"}}`,
	"{\t\"inner\" :\r\n{ \"inner\":{\"number\": 0 }, \"texts\":[ ] } , \"is\" : false }",
	`{"most":null,"path":null,"inner":null,"map":null,"texts":null,"number":null}`, `{"part":0.0,"number":-0}`, `{"part":1E+5}`,
}

var refused = map[string]string{
	``: "the JSON is not complete", `{`: "the JSON is not complete", `{"is":tru`: "tru is not a value that is allowed there",
	`{"is":true`: "the JSON is not complete", `[]`: "byte 0 of the JSON is not expected", `{"is":true,}`: "byte 11 of the JSON is not expected",
	`{"is" true}`: "byte 6 of the JSON is not expected", `{"is":1}`: "1 is not a value that is allowed there",
	`{"number":1.5}`: "1.5 is not a value that is allowed there", `{"number":01}`: "01 is not a value that is allowed there",
	`{"number":+1}`: "+1 is not a value that is allowed there", `{"part":1.}`: "1. is not a value that is allowed there",
	`{"part":.5}`: ".5 is not a value that is allowed there", `{"part":inf}`: "inf is not a value that is allowed there",
	`{"part":1e999}`: "1e999 is not a value that is allowed there", `{"part":0x1p4}`: "0x1p4 is not a value that is allowed there",
	`{"id":-1}`: "-1 is not a value that is allowed there", `{"large":9223372036854775808}`: "9223372036854775808 is not a value that is allowed there",
	`{"number":"1"}`: "byte 10 of the JSON is not expected", `{"text":5}`: "byte 8 of the JSON is not expected",
	`{"text":"a}`: "the JSON is not complete", `{"text":"\q"}`: errText.Error(), "{\"text\":\"\x01\"}": errText.Error(),
	"{\"text\":\"\xff\"}": errText.Error(), `{"new":1}`: `the field "new" is not known`, `{"inner":{"new":1}}`: `the field "new" is not known`,
	`{"Is":true}`: `the field "Is" is not known`, `{} {}`: "something follows the JSON", "{}\x00": "something follows the JSON",
	`{"texts":["a" "b"]}`: "byte 14 of the JSON is not expected", `{"map":{"a":1}}`: "byte 12 of the JSON is not expected",
	`{"bytes":"%"}`: "illegal base64 data at input byte 0",
}

func TestParse(t *testing.T) {
	for _, content := range readable {
		compare(t, []byte(content))
	}
	for content, want := range refused {
		var got values
		if err := Parse([]byte(content), got.fields()); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", content, err, want)
		}
	}
}

func TestParseKnown(t *testing.T) {
	var number int
	fields := Fields{{"number", &number}}
	deep := strings.Repeat(`[{"a":`, 100_000)
	for _, content := range []string{
		`{"new":true,"number":5}`, `{"new":{"a":[1,"]}",{}],"b":"\""},"number":5}`, `{"number":5,"new":[]}`,
		`{"new":` + deep + `1` + strings.Repeat("}]", 100_000) + `,"number":5}`,
	} {
		number = 0
		if err := ParseKnown([]byte(content), fields); err != nil || number != 5 {
			t.Errorf("%.60s: %d, %v", content, number, err)
		}
	}
	for _, content := range []string{`{"new":}`, `{"new":,"number":5}`, `{"new":[`, `{"new":{"a"`, `{"new":"`, `{"new"`} {
		if err := ParseKnown([]byte(content), fields); err == nil {
			t.Errorf("%s was read", content)
		}
	}
}

// compare checks that Parse and encoding/json find the same values.
func compare(t *testing.T, content []byte) {
	t.Helper()
	var got, want values
	if err := Parse(content, got.fields()); err != nil {
		t.Fatalf("%q: %v", content, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	want.fields()
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("%q: encoding/json refuses it: %v", content, err)
	}
	if left, right := comparable(&got), comparable(&want); !reflect.DeepEqual(left, right) {
		t.Errorf("%q: %+v; encoding/json says %+v", content, left, right)
	}
}

// comparable removes the difference between nil and empty, which does not matter.
func comparable(v *values) *values {
	if len(v.Bytes) == 0 {
		v.Bytes = nil
	}
	if len(v.Texts) == 0 {
		v.Texts = nil
	}
	if len(v.IDs) == 0 {
		v.IDs = nil
	}
	if len(v.Map) == 0 {
		v.Map = nil
	}
	if v.Inner != nil {
		comparable(v.Inner)
	}
	return v
}

func FuzzParse(f *testing.F) {
	for _, content := range readable {
		f.Add([]byte(content))
	}
	for content := range refused {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		var got values
		if Parse(content, got.fields()) != nil {
			return
		}
		// encoding/json has no bytes that are not UTF-8, lets a second object add to the first, and takes line ends in base64.
		for _, other := range []string{`\ud`, `\uD`, `\n`, `\r`, `\u`} {
			if bytes.Contains(content, []byte(other)) {
				return
			}
		}
		if bytes.Count(content, []byte(`"inner"`)) > 1 || bytes.Count(content, []byte(`"map"`)) > 1 {
			return
		}
		compare(t, content)
	})
}

func TestObject(t *testing.T) {
	var none, inner, o Object
	if got := string(none.JSON()); got != "{}" {
		t.Error(got)
	}
	inner.Add("is", true)
	o.Add("inner", &inner)
	o.Add("none", &none)
	o.Add("text", "a\"\x80<")
	o.AddIf(false, "absent", 1)
	o.AddIf(true, "number", -1)
	o.Add("large", int64(math.MaxInt64))
	o.Add("id", uint32(math.MaxUint32))
	o.Add("numbers", []int{})
	o.Add("ids", []uint32{1, 2})
	o.Add("texts", []string{"x", ""})
	o.Add("part", 1700000000123.25)
	o.Add("small", 1e-7)
	want := `{"inner":{"is":true},"none":{},"text":"a\"\udc80<","number":-1,"large":9223372036854775807,"id":4294967295,` +
		`"numbers":[],"ids":[1,2],"texts":["x",""],"part":1700000000123.25,"small":0.0000001}`
	if got := string(o.JSON()); got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s; want %s", got, want)
	}
}
