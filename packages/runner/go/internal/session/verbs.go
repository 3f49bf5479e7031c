package session

import (
	"math"
	"sort"
	"strconv"
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/files"
	"github.com/hostspec/hostspec/packages/runner/internal/keywords"
	"github.com/hostspec/hostspec/packages/runner/internal/program"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

const notRun = "commands are not run on a root that is not the running machine"

// answer starts to answer a request. An error ends the session.
func (s *Session) answer(r *request, payload []byte) error {
	switch r.kind {
	case wire.Hello:
		return s.hello(r, payload)
	case wire.Stat:
		return s.withPath(r, payload, s.stat)
	case wire.List:
		return s.withPath(r, payload, s.list)
	case wire.Controller:
		return s.withPath(r, payload, s.controller)
	case wire.Glob:
		return s.glob(r, payload)
	case wire.Read:
		return s.readFile(r, payload)
	case wire.Run:
		return s.run(r, payload)
	case wire.Which:
		return s.which(r, payload)
	case wire.Keywords:
		return s.setKeywords(r, payload)
	case wire.Stop:
		return s.stopAll(r, payload)
	}
	return s.bye(r, payload)
}

func (s *Session) hello(r *request, payload []byte) error {
	// A head of another version may send unknown fields.
	var version int
	if err := readable(wire.ParseKnown(payload, wire.Fields{{"protocol", &version}})); err != nil {
		return err
	}
	if version != Protocol {
		go s.refuse(r.id, sys.Fail(sys.Refused, "this runner speaks protocol "+strconv.Itoa(Protocol)+", the head protocol "+strconv.Itoa(version)+"; use a head and a runner of the same release"))
		return nil
	}
	var options helloRequest
	if err := decode(payload, &options); err != nil {
		return err
	}
	go s.greet(r, options)
	return nil
}

func (h *Host) timeoutOf(asked float64) float64 {
	if asked > 0 && !math.IsInf(asked, 0) {
		return min(asked, maxTimeout)
	}
	return min(h.timeout, maxTimeout)
}

// In seconds. A timer cannot hold a longer time.
const maxTimeout = 1e9

func (h *Host) bytesOf(asked *int64) int64 {
	if asked == nil {
		return h.maxItemBytes
	}
	return max(0, min(*asked, h.maxItemBytes))
}

func (s *Session) withPath(r *request, payload []byte, verb func(r *request, path string)) error {
	var asked pathRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.path == nil {
		return malformed("a request has no path")
	}
	path := *asked.path
	s.guarded(r, path, s.host.timeoutOf(asked.timeout), func() {
		verb(r, path)
	})
	return nil
}

func (s *Session) stat(r *request, path string) {
	place, err := s.host.placeOf(path, r)
	if err != nil {
		r.fail(sys.ProblemOf(err, path))
		return
	}
	if place.through != nil {
		facts, err := place.through.Stat(place.real)
		if err != nil {
			r.fail(sys.ProblemOf(err, s.host.named(path, place.leadsTo)))
			return
		}
		r.answer(statAnswer{facts.Kind, facts.Size, facts.Modified, s.host.leadsTo(path, place.real)})
		return
	}
	stat, real, err := s.host.opener.Stat(place.real)
	if err != nil {
		r.fail(sys.ProblemOf(err, s.host.named(path, place.leadsTo)))
		return
	}
	r.answer(statAnswer{stat.Kind(), stat.Size, stat.Modified(), s.host.leadsTo(path, real)})
}

func (s *Session) list(r *request, path string) {
	all := &names{request: r, buffer: []byte(`{"names":[`)}
	place, err := s.host.placeOf(path, r)
	if err == nil && place.through == nil {
		err = s.host.directories.Names(place.real, all.add)
	} else if err == nil {
		var entries []files.Entry
		entries, err = place.through.Entries(place.real)
		for _, entry := range entries {
			if err == nil {
				err = all.add(entry.Name)
			}
		}
	}
	if err != nil {
		r.fail(s.host.whyNotListed(err, path, r))
		return
	}
	all.end("]}")
}

// whyNotListed tells whether the path itself or one of its parents is not a directory, because the system reports the same error for both.
func (h *Host) whyNotListed(err error, path string, r *request) *sys.HostError {
	if sys.Is(err, syscall.ENOTDIR) {
		if place, failure := h.placeOf(path, r); failure == nil && place.through == nil {
			if _, _, failure = h.opener.Stat(place.real); failure == nil {
				return sys.Fail(sys.Refused, path+": is not a directory")
			}
		}
	}
	return sys.ProblemOf(err, path)
}

func (s *Session) controller(r *request, path string) {
	found, notEntered, err := s.host.controller(path, r)
	if err != nil {
		found = nil
	}
	r.answer(controllerAnswer{found, notEntered})
}

func (s *Session) which(r *request, payload []byte) error {
	var asked whichRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.word == nil {
		return malformed("a request has no word")
	}
	word := *asked.word
	s.guarded(r, word, s.host.timeoutOf(0), func() {
		if !s.host.isLive() {
			r.answer(whichAnswer{problem: sys.Absent, reason: notRun})
			return
		}
		found, failure := s.host.finder.Find(word)
		if failure != nil {
			r.answer(whichAnswer{problem: failure.Problem, reason: failure.Reason})
			return
		}
		if asked.process != 0 {
			if reason := program.NotRunBy(asked.process, found.Real); reason != "" {
				r.answer(whichAnswer{problem: sys.Refused, reason: reason})
				return
			}
		}
		r.answer(whichAnswer{path: found.Path})
	})
	return nil
}

func (s *Session) stopAll(r *request, payload []byte) error {
	var asked stopRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if asked.reason == "" {
		return malformed("a stop has no reason")
	}
	s.stop(asked.reason, r)
	go func() { r.answer(endedAnswer{s.host.commands.EndAll()}) }()
	return nil
}

func (s *Session) bye(r *request, payload []byte) error {
	if len(payload) > 0 {
		return malformed("a bye has content")
	}
	s.stop("the head has taken leave", r)
	go func() {
		r.answer(endedAnswer{s.host.commands.EndAll()})
		s.finish(0)
	}()
	return nil
}

func sortTexts(texts []string) {
	sort.Slice(texts, func(i, j int) bool { return wire.Less(texts[i], texts[j]) })
}

// setKeywords takes the keywords to look for in content that is put into memory.
func (s *Session) setKeywords(r *request, payload []byte) error {
	var asked keywordsRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	words := make([][]byte, len(asked.words))
	for at, word := range asked.words {
		for _, character := range word {
			words[at] = append(words[at], byte(character))
		}
	}
	table := keywords.New(words, asked.offsets)
	if table == nil {
		return malformed("keywords or offsets that are not allowed")
	}
	s.keywords.Store(table)
	go r.answer(keywordsAnswer{})
	return nil
}
