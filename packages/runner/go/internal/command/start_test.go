package command

import (
	"os"
	"strconv"
	"testing"
)

func TestStarterThreadHasWhatGoNeeds(t *testing.T) {
	newTestRunner()
	s := theStarter()
	if s.isShared {
		t.Skip("the kernel gives the thread no table of its own (needs unshare)")
	}
	wanted := ofRuntime()
	found := make(chan map[int]string)
	s.tasks <- func() {
		links := map[int]string{}
		for fd := range wanted {
			links[fd], _ = os.Readlink("/proc/thread-self/fd/" + strconv.Itoa(fd))
		}
		found <- links
	}
	links := <-found
	for fd := range wanted {
		here, _ := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
		if links[fd] != here {
			t.Errorf("%d is %q, but in the thread that starts processes %q", fd, here, links[fd])
		}
	}
}
