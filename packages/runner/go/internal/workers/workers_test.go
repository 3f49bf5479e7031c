package workers

import "testing"

// allAtOnce runs so many tasks, each of which ends only when all run.
func allAtOnce(count int) {
	running, end, ended := make(chan bool), make(chan bool), make(chan bool)
	for range count {
		Do(func() {
			running <- true
			<-end
			ended <- true
		})
	}
	for range count {
		<-running
	}
	close(end)
	for range count {
		<-ended
	}
}

func TestAllTasksRunAtOnce(t *testing.T) {
	for range 3 {
		allAtOnce(2 * mostIdle)
	}
	if len(idle) > mostIdle {
		t.Errorf("%d goroutines are idle", len(idle))
	}
}

func TestATaskRunsInAnIdleGoroutine(t *testing.T) {
	for len(idle) > 0 {
		<-idle
	}
	allAtOnce(1)
	next := <-idle
	idle <- next
	allAtOnce(1)
	if again := <-idle; again != next {
		t.Error("another goroutine ran the second task")
	}
}
