package session

import (
	"strconv"

	"github.com/hostspec/hostspec/packages/runner/internal/search"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func (s *Session) glob(r *request, payload []byte) error {
	var asked globRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	most := search.MaxMatches
	if asked.newest > 0 {
		most = min(asked.newest, maxNewest)
	}
	patterns := asked.patterns
	subject := "glob"
	if len(patterns) > 0 {
		subject = patterns[0]
	}
	timeout := s.host.timeoutOf(asked.timeout)
	go s.guarded(r, subject, timeout, func() {
		found, err := search.Glob(patterns, s.host.search(r, timeout), most)
		if err != nil {
			r.fail(sys.ProblemOf(err, subject))
			return
		}
		if r.wasCancelled() {
			r.fail(sys.Fail(sys.Failed, "cancelled"))
			return
		}
		writeMatches(r, found)
	})
	return nil
}

// More matches would not fit the memory.
const maxNewest = 20_000

func writeMatches(r *request, found *search.Matches) {
	all := &names{request: r, buffer: []byte(`{"paths":[`)}
	for _, path := range found.Paths {
		if all.add(path) != nil {
			return
		}
	}
	all.buffer = append(all.buffer, "],"...)
	if found.Matched > 0 {
		all.buffer = append(all.buffer, `"matched":`+strconv.Itoa(found.Matched)+","...)
	}
	all.buffer = append(all.buffer, `"notEntered":[`...)
	all.any = false
	for _, reason := range found.NotEntered {
		if all.add(reason) != nil {
			return
		}
	}
	if found.Problem == "" {
		all.end("]}")
	} else {
		all.end(`],"problem":` + strconv.Quote(string(found.Problem)) + "}")
	}
}
