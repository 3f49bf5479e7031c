// Package search finds the files that patterns match. Its rules, and the reasons for them, are those of packages/local-host.
package search

import (
	"math"
	"slices"
	"sort"
)

type aged[T any] struct {
	one  T
	time float64
}

// newest keeps the newest of very many items, in little memory.
type newest[T any] struct {
	most     int
	modified func(some []T) []*float64
	kept     []aged[T]
	waiting  []T
	added    int
}

func (n *newest[T]) add(one T) {
	n.waiting = append(n.waiting, one)
	n.added++
}

// full reports whether there are enough items to cut.
func (n *newest[T]) full() bool { return len(n.kept)+len(n.waiting) >= n.most*2 }

// cut drops all but the newest. It asks for ages only if there are too many items.
func (n *newest[T]) cut() {
	if len(n.kept)+len(n.waiting) <= n.most {
		return
	}
	times := n.modified(n.waiting)
	for index, one := range n.waiting {
		time := math.Inf(-1)
		if index < len(times) && times[index] != nil {
			time = *times[index]
		}
		n.kept = append(n.kept, aged[T]{one, time})
	}
	n.waiting = nil
	sort.SliceStable(n.kept, func(i, j int) bool { return n.kept[i].time > n.kept[j].time })
	if len(n.kept) > n.most {
		n.kept = slices.Clone(n.kept[:n.most])
	}
}

func (n *newest[T]) all() []T {
	var all []T
	for _, kept := range n.kept {
		all = append(all, kept.one)
	}
	return append(all, n.waiting...)
}
