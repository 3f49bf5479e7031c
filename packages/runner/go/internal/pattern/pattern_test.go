package pattern

import (
	"encoding/json"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// text is a string of bytes, which encoding/json does not have.
type text string

func (t *text) UnmarshalJSON(from []byte) error {
	parsed, err := wire.ParseText(from)
	*t = text(parsed)
	return err
}

type table struct {
	Names  []text              `json:"names"`
	Cases  [][]json.RawMessage `json:"cases"`
	Sorted []text              `json:"sorted"`
}

func readTable(t testing.TB) table {
	content, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases table
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestMatchesAsTheTypeScriptMatcherDoes(t *testing.T) {
	cases := readTable(t)
	for _, row := range cases.Cases {
		var pattern text
		var results []int
		if json.Unmarshal(row[0], &pattern) != nil || json.Unmarshal(row[1], &results) != nil {
			t.Fatal("the table cannot be read")
		}
		for index, name := range cases.Names {
			got := 0
			if Name(string(pattern))(string(name)) {
				got++
			}
			if FileName(string(pattern))(string(name)) {
				got += 2
			}
			if got != results[index] {
				t.Errorf("%q on %q: %d; want %d", pattern, name, got, results[index])
			}
		}
	}
}

func TestSortsAsJavaScriptDoes(t *testing.T) {
	cases := readTable(t)
	for i := range cases.Sorted {
		for j := range cases.Sorted {
			one, other := string(cases.Sorted[i]), string(cases.Sorted[j])
			if wire.Less(one, other) != (i < j) {
				t.Errorf("%q < %q: %v", one, other, i >= j)
			}
		}
	}
}

// naive tries every possibility, in exponential time.
func naive(places []place, name string) bool {
	if len(places) == 0 {
		return name == ""
	}
	if places[0].kind == '*' {
		for rest := name; ; {
			if naive(places[1:], rest) {
				return true
			}
			if rest == "" {
				return false
			}
			_, size := next(rest)
			rest = rest[size:]
		}
	}
	if name == "" {
		return false
	}
	char, size := next(name)
	return places[0].matches(char) && naive(places[1:], name[size:])
}

func FuzzName(f *testing.F) {
	for _, row := range readTable(f).Cases {
		var pattern text
		json.Unmarshal(row[0], &pattern)
		f.Add(string(pattern), "a.log")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		got := Name(pattern)(name)
		FileName(pattern)(name)
		if len(pattern) > 12 || len(name) > 12 {
			return
		}
		if want := naive(placesOf(runesOf(pattern)), name); got != want {
			t.Errorf("%q on %q: %v; want %v", pattern, name, got, want)
		}
		if HasWildcard(pattern) == false && utf8.ValidString(pattern) && got != (pattern == name) {
			t.Errorf("%q without wildcard on %q: %v", pattern, name, got)
		}
	})
}
