package keywords

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"
)

// words in order of length, as a head gives them, with letters that are often next to each other in content of randomContent.
var words = [][]byte{
	[]byte("aab"), []byte("b/a"), []byte("-a "), []byte("aab/"), []byte("/b-a"), []byte("ab-ab"), []byte("a a/b a"), []byte("b-a/\xe9b/-a"),
}

func tableOf(t *testing.T, offset func(length int) int) *Table {
	offsets := make([]uint32, len(words))
	for number, word := range words {
		offsets[number] = uint32(offset(max(0, len(word)-4)))
	}
	table := New(words, offsets)
	if table == nil {
		t.Fatal("the keywords are refused")
	}
	return table
}

func randomContent(random *rand.Rand, size int) []byte {
	const letters = "aAbB/- \xe9"
	content := make([]byte, size)
	for at := range content {
		content[at] = letters[random.Intn(len(letters))]
	}
	return content
}

// foundBySearch compares each keyword at each place.
func foundBySearch(content []byte) []uint32 {
	small := bytes.ReplaceAll(bytes.ReplaceAll(content, []byte("A"), []byte("a")), []byte("B"), []byte("b"))
	var hits []uint32
	for at := range small {
		for number := len(words) - 1; number >= 0; number-- {
			if bytes.HasPrefix(small[at:], words[number]) {
				hits = append(hits, uint32(at)<<15|uint32(number))
				break
			}
		}
	}
	return hits
}

func TestTheLastKeywordAtEachPlaceIsFound(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	tables := map[string]*Table{
		"first": tableOf(t, func(int) int { return 0 }), "last": tableOf(t, func(last int) int { return last }),
		"any": tableOf(t, func(last int) int { return random.Intn(last + 1) }),
	}
	for range 300 {
		content := randomContent(random, random.Intn(400))
		// What starts close to the end may be missing.
		end := uint32(max(0, len(content)-longest))
		isSure := func(hits []uint32) []uint32 {
			return slices.DeleteFunc(slices.Clone(hits), func(hit uint32) bool { return hit>>15 >= end })
		}
		want := isSure(foundBySearch(content))
		for name, table := range tables {
			hits, ok := table.Find(content, len(content))
			if !ok || !slices.Equal(isSure(hits), want) {
				t.Fatalf("%s: %v in %q; want %v", name, hits, content, want)
			}
		}
	}
}

func TestMoreThanTheLimitIsNotFound(t *testing.T) {
	table := tableOf(t, func(int) int { return 0 })
	content := []byte("aab aab aab ........")
	if hits, ok := table.Find(content, 3); len(hits) != 3 || !ok {
		t.Errorf("%v, %v", hits, ok)
	}
	if hits, ok := table.Find(content, 2); ok {
		t.Errorf("%v", hits)
	}
}

func TestKeywordsThatAreNotAllowed(t *testing.T) {
	many := make([][]byte, 32769)
	for number := range many {
		many[number] = []byte("abc")
	}
	cases := map[string]struct {
		words   [][]byte
		offsets []uint32
	}{
		"short":                 {[][]byte{[]byte("ab")}, []uint32{0}},
		"long":                  {[][]byte{bytes.Repeat([]byte("a"), 65)}, []uint32{0}},
		"no four bytes":         {[][]byte{[]byte("abcde")}, []uint32{2}},
		"an offset in three":    {[][]byte{[]byte("abc")}, []uint32{1}},
		"an offset too much":    {[][]byte{[]byte("abc")}, []uint32{0, 0}},
		"more than have number": {many, make([]uint32, len(many))},
	}
	for name, one := range cases {
		if New(one.words, one.offsets) != nil {
			t.Errorf("%s: allowed", name)
		}
	}
	if New(many[1:], make([]uint32, len(many)-1)) == nil {
		t.Error("as many as have a number: not allowed")
	}
}
