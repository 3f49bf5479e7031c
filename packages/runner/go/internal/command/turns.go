package command

import (
	"slices"
	"sync"
)

// turns lets a number of commands run at once; of those that are ready, the one that asked first is next.
type turns struct {
	mutex   sync.Mutex
	free    int
	waiting []*Turn
}

// Turn is the place of a command in the order. Leave must be called once it is not needed any more.
type Turn struct {
	of      *turns
	isReady bool
	come    chan struct{}
	once    sync.Once
}

func newTurns(most int) *turns { return &turns{free: most} }

// ask takes the next place in the order.
func (t *turns) ask() *Turn {
	turn := &Turn{of: t, come: make(chan struct{})}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.waiting = append(t.waiting, turn)
	return turn
}

// ready returns the channel that is closed when the turn has come. A command that is not ready delays nobody.
func (t *Turn) ready() <-chan struct{} {
	t.of.mutex.Lock()
	defer t.of.mutex.Unlock()
	t.isReady = true
	t.of.next()
	return t.come
}

// Leave ends the turn, or gives its place up.
func (t *Turn) Leave() {
	t.once.Do(func() {
		t.of.mutex.Lock()
		defer t.of.mutex.Unlock()
		if place := slices.Index(t.of.waiting, t); place >= 0 {
			t.of.waiting = slices.Delete(t.of.waiting, place, place+1)
			return
		}
		t.of.free++
		t.of.next()
	})
}

func (t *turns) next() {
	for t.free > 0 {
		place := slices.IndexFunc(t.waiting, func(each *Turn) bool { return each.isReady })
		if place < 0 {
			return
		}
		t.free--
		close(t.waiting[place].come)
		t.waiting = slices.Delete(t.waiting, place, place+1)
	}
}
