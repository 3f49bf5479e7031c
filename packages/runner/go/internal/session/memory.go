package session

import (
	"strconv"
	"sync"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

const (
	slots = 8
	// slotBytes is the most credit that a head may give to a request with a slot.
	slotBytes = 512 * 1024
	// mostShared is the most content of one frame.
	mostShared = 128 * 1024
)

// memory has slots for content. A head on the same machine opens it through /proc and reads it in place of content frames, which go through
// a socket in small pieces.
type memory struct {
	mutex sync.Mutex
	fd    int
	bytes []byte
}

// open creates the memory and returns its descriptor; -1 if the kernel has no such memory. Pages take memory when they are first used.
func (m *memory) open() int {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.fd = sys.MemoryFile("hostspec-content", slots*slotBytes)
	return m.fd
}

// slot returns a slot, or an error if the head may not share it.
func (m *memory) slot(number uint32) ([]byte, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.bytes == nil && number < slots && m.fd > 0 {
		m.bytes, _ = syscall.Mmap(m.fd, 0, slots*slotBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	}
	if m.bytes == nil || number >= slots {
		return nil, malformed("there is no slot " + strconv.FormatUint(uint64(number), 10) + " of memory")
	}
	return m.bytes[number*slotBytes:][:slotBytes:slotBytes], nil
}

// close closes the descriptor. The mapping stays, because requests that are still ending may write to it.
func (m *memory) close() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	sys.Close(m.fd)
	m.fd = -1
}
