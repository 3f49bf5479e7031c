package command

import "testing"

func TestTurnsComeInTheOrderOfAsking(t *testing.T) {
	order := newTurns(2)
	var all []*Turn
	for range 7 {
		all = append(all, order.ask())
	}
	expect := func(when string, want ...bool) {
		t.Helper()
		for place, turn := range all {
			hasCome := false
			select {
			case <-turn.come:
				hasCome = true
			default:
			}
			if hasCome != want[place] {
				t.Fatalf("%s: the turn of %d has come: %v", when, place, hasCome)
			}
		}
	}
	expect("before any is ready", false, false, false, false, false, false, false)
	for _, place := range []int{6, 1, 5, 4, 3} {
		all[place].ready()
	}
	expect("with two at once", false, true, false, false, false, false, true)
	all[3].Leave()
	expect("after a place was given up", false, true, false, false, false, false, true)
	all[6].Leave()
	all[6].Leave()
	expect("after one has ended, and some are not ready", false, true, false, false, true, false, true)
	all[0].ready()
	all[1].Leave()
	expect("after the first is ready", true, true, false, false, true, false, true)
	for _, turn := range all {
		turn.Leave()
	}
	if order.free != 2 || len(order.waiting) != 0 {
		t.Fatalf("%d are free and %d wait", order.free, len(order.waiting))
	}
}
