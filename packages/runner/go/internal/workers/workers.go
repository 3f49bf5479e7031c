// Package workers runs short tasks at the same time.
package workers

// mostIdle is how many goroutines wait for further tasks, each with a stack of a few kilobytes.
const mostIdle = 64

var idle = make(chan chan func(), mostIdle)

// Do runs a task like a go statement, in a goroutine that has run others if one is idle: the stack of a new one would have to grow again,
// which costs more than reading a small file.
func Do(task func()) {
	select {
	case worker := <-idle:
		worker <- task
	default:
		go work(task)
	}
}

func work(task func()) {
	next := make(chan func(), 1)
	for {
		task()
		select {
		case idle <- next:
			task = <-next
		default:
			return
		}
	}
}
