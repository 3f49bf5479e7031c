// Package keywords finds the keywords of a redaction in content, so that the head need not.
package keywords

import "encoding/binary"

const (
	least, longest = 3, 64
	// A hit has 15 bits for the number of its keyword, and 17 for its place.
	numberBits = 15
	most       = 1 << numberBits
	// small makes ASCII capitals small. Some other bytes become equal, too, so what is found is compared.
	small     = 0x20202020
	factor    = 0x9e3779b1
	fourBits  = 19
	threeBits = 13
)

// Table finds keywords. The case of ASCII letters in content does not matter.
type Table struct {
	words   [][]byte
	offsets []uint32
	// present has a bit for the hash of each four bytes that a keyword may have at its offset.
	present [1 << fourBits / 64]uint64
	// first has, for the hash of three bytes, one more than the number of the last keyword with these at its offset; 0 if there is none. before
	// has the same for the keyword before that.
	first  [1 << threeBits]uint16
	before []uint16
}

// New creates a table. Keywords are in small letters. The offset of each is that of four of its bytes, which should be rare; 0 if it has three.
// Returns nil if a keyword or an offset is not allowed.
func New(words [][]byte, offsets []uint32) *Table {
	if len(words) > most || len(offsets) != len(words) {
		return nil
	}
	t := &Table{words: words, offsets: offsets, before: make([]uint16, len(words))}
	for number, word := range words {
		offset := offsets[number]
		if len(word) < least || len(word) > longest || offset > uint32(max(0, len(word)-4)) {
			return nil
		}
		var four [4]byte
		copied := copy(four[:], word[offset:])
		three := threeHash(binary.LittleEndian.Uint32(four[:]))
		t.before[number] = t.first[three]
		t.first[three] = uint16(number + 1)
		if copied == 4 {
			t.add(four)
			continue
		}
		for fourth := range 256 {
			four[3] = byte(fourth)
			t.add(four)
		}
	}
	return t
}

func (t *Table) add(four [4]byte) {
	hash := fourHash(binary.LittleEndian.Uint32(four[:]))
	t.present[hash/64] |= 1 << (hash % 64)
}

func fourHash(four uint32) uint32 { return (four | small) * factor >> (32 - fourBits) }
func threeHash(four uint32) uint32 {
	return (four&0xffffff | small&0xffffff) * factor >> (32 - threeBits)
}

// Find returns the longest keyword at each place of content, in order: the place, then 15 bits with the number of the keyword. It returns false if
// there are more than `limit`. It does not look at what starts in the last seven bytes.
func (t *Table) Find(content []byte, limit int) ([]uint32, bool) {
	var hits []uint32
	for at := t.next(content, 0); at >= 0; at = t.next(content, at+1) {
		for next := t.first[threeHash(binary.LittleEndian.Uint32(content[at:]))]; next != 0; next = t.before[next-1] {
			number := int(next - 1)
			start := at - int(t.offsets[number])
			if start >= 0 && hasAt(content[start:], t.words[number]) {
				hits = insert(hits, uint32(start)<<numberBits|uint32(number))
			}
		}
		if len(hits) > limit {
			return nil, false
		}
	}
	return hits, true
}

// next returns the next place, from `at` on, of four bytes that a keyword may have; -1 if there is none.
func (t *Table) next(content []byte, at int) int {
	// Eight bytes at a time have five places.
	for ; at+8 <= len(content); at += 5 {
		eight := binary.LittleEndian.Uint64(content[at:])
		if t.has(eight) {
			return at
		}
		if t.has(eight >> 8) {
			return at + 1
		}
		if t.has(eight >> 16) {
			return at + 2
		}
		if t.has(eight >> 24) {
			return at + 3
		}
		if t.has(eight >> 32) {
			return at + 4
		}
	}
	return -1
}

func (t *Table) has(bytes uint64) bool {
	hash := fourHash(uint32(bytes))
	return t.present[hash/64]>>(hash%64)&1 != 0
}

// hasAt is true if content starts with a word.
func hasAt(content, word []byte) bool {
	if len(content) < len(word) {
		return false
	}
	for at, want := range word {
		got := content[at]
		if got >= 'A' && got <= 'Z' {
			got += 'a' - 'A'
		}
		if got != want {
			return false
		}
	}
	return true
}

// insert puts a hit in its place, which is at the end or close to it. Longer keywords have larger numbers, so the larger hit of a place counts.
func insert(hits []uint32, hit uint32) []uint32 {
	at := len(hits)
	for at > 0 && hits[at-1]>>numberBits > hit>>numberBits {
		at--
	}
	if at > 0 && hits[at-1]>>numberBits == hit>>numberBits {
		hits[at-1] = max(hits[at-1], hit)
		return hits
	}
	hits = append(hits, 0)
	copy(hits[at+1:], hits[at:])
	hits[at] = hit
	return hits
}
