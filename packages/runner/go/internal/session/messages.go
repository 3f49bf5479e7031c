package session

import (
	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// message is an answer.
type message interface{ writeTo(o *wire.Object) }

// newAccount returns the fields of an account, which is created only if the request has one.
func newAccount(to **account.Account) func() wire.Fields {
	return func() wire.Fields {
		made := &account.Account{}
		*to = made
		return wire.Fields{
			{"uid", &made.Uid}, {"gid", &made.Gid}, {"name", &made.Name}, {"groups", &made.Groups}, {"within", &made.Within},
		}
	}
}

func accountObject(a *account.Account) *wire.Object {
	o := &wire.Object{}
	o.Add("uid", a.Uid)
	o.Add("gid", a.Gid)
	o.AddIf(a.Name != "", "name", a.Name)
	o.AddIf(len(a.Groups) > 0, "groups", a.Groups)
	return o
}

type helloRequest struct {
	protocol     int
	root         *string
	jobs         int
	timeout      float64
	maxItemBytes int64
	enterMounts  bool
	polite       bool
}

func (asked *helloRequest) fields() wire.Fields {
	return wire.Fields{
		{"protocol", &asked.protocol}, {"root", &asked.root}, {"jobs", &asked.jobs}, {"timeout", &asked.timeout},
		{"maxItemBytes", &asked.maxItemBytes}, {"enterMounts", &asked.enterMounts},
		{"polite", &asked.polite},
	}
}

type helloAnswer struct {
	build, hostname, bootID, root, run string
	os, arch                           string
	uid, gid                           uint32
	groups                             []int
	time                               int64
	jobs                               int
	// memory is negative if there is none.
	memory int
}

func (a helloAnswer) writeTo(o *wire.Object) {
	o.Add("protocol", Protocol)
	o.Add("build", a.build)
	o.Add("os", a.os)
	o.Add("arch", a.arch)
	o.Add("uid", a.uid)
	o.Add("gid", a.gid)
	o.Add("groups", a.groups)
	o.Add("hostname", a.hostname)
	o.Add("time", a.time)
	o.Add("bootId", a.bootID)
	o.Add("root", a.root)
	o.Add("run", a.run)
	o.Add("jobs", a.jobs)
	o.AddIf(a.memory >= 0, "memory", a.memory)
}

type pathRequest struct {
	path    *string
	timeout float64
}

func (asked *pathRequest) fields() wire.Fields {
	return wire.Fields{{"path", &asked.path}, {"timeout", &asked.timeout}}
}

type statAnswer struct {
	kind     string
	size     int64
	modified float64
	// The path without links, if links lead to it.
	leadsTo string
}

func (a statAnswer) writeTo(o *wire.Object) {
	o.Add("kind", a.kind)
	o.Add("size", a.size)
	o.Add("modified", a.modified)
	o.AddIf(a.leadsTo != "", "leadsTo", a.leadsTo)
}

type globRequest struct {
	patterns []string
	newest   int
	timeout  float64
}

func (asked *globRequest) fields() wire.Fields {
	return wire.Fields{{"patterns", &asked.patterns}, {"newest", &asked.newest}, {"timeout", &asked.timeout}}
}

type readRequest struct {
	path *string
	// The path without links at which the file must be.
	realPath   *string
	raw, start bool
	by         *account.Account
	maxBytes   *int64
	timeout    float64
	// A range of bytes of the file: from is the first, until is after the last.
	from, until *int64
}

func (asked *readRequest) fields() wire.Fields {
	return wire.Fields{
		{"path", &asked.path}, {"realPath", &asked.realPath}, {"raw", &asked.raw}, {"start", &asked.start}, {"by", newAccount(&asked.by)}, {"maxBytes", &asked.maxBytes},
		{"timeout", &asked.timeout}, {"from", &asked.from}, {"until", &asked.until},
	}
}

type readAnswer struct{ copied copying.Copied }

func (a readAnswer) writeTo(o *wire.Object) {
	o.Add("bytes", a.copied.Bytes)
	if cut := a.copied.Cut; cut != nil {
		part := &wire.Object{}
		part.Add("reason", cut.Reason)
		if cut.OriginalBytes != nil {
			part.Add("originalBytes", *cut.OriginalBytes)
		}
		o.Add("cut", part)
	}
}

type runRequest struct {
	argv           []string
	env, inherited map[string]string
	stdin          []byte
	timeout        float64
	signal         string
	maxBytes       *int64
	as             *account.Account
}

func (asked *runRequest) fields() wire.Fields {
	asked.env, asked.inherited = map[string]string{}, map[string]string{}
	return wire.Fields{
		{"argv", &asked.argv}, {"env", asked.env}, {"inherited", asked.inherited}, {"stdin", &asked.stdin}, {"timeout", &asked.timeout},
		{"signal", &asked.signal}, {"maxBytes", &asked.maxBytes}, {"as", newAccount(&asked.as)},
	}
}

type runAnswer struct{ result command.Result }

func (a runAnswer) writeTo(o *wire.Object) {
	result := a.result
	if result.RC != nil {
		o.Add("rc", *result.RC)
	}
	o.AddIf(result.Signal != "", "signal", result.Signal)
	o.AddIf(result.Problem != "", "problem", string(result.Problem))
	o.AddIf(result.Reason != "", "reason", result.Reason)
	o.AddIf(result.Program != "", "program", result.Program)
	o.AddIf(result.Cut != "", "cut", result.Cut)
	o.Add("bytes", result.Bytes)
	o.AddIf(result.Wall != 0, "wall", result.Wall)
	o.AddIf(result.CPU != 0, "cpu", result.CPU)
	o.AddIf(result.Memory != 0, "memory", result.Memory)
}

type whichRequest struct {
	word    *string
	process int
}

func (asked *whichRequest) fields() wire.Fields {
	return wire.Fields{{"word", &asked.word}, {"process", &asked.process}}
}

type whichAnswer struct {
	path    string
	problem sys.Problem
	reason  string
}

func (a whichAnswer) writeTo(o *wire.Object) {
	o.AddIf(a.path != "", "path", a.path)
	o.AddIf(a.problem != "", "problem", string(a.problem))
	o.AddIf(a.reason != "", "reason", a.reason)
}

type controllerAnswer struct {
	account    *account.Account
	notEntered string
}

func (a controllerAnswer) writeTo(o *wire.Object) {
	if a.account != nil {
		o.Add("account", accountObject(a.account))
	}
	o.AddIf(a.notEntered != "", "notEntered", []string{a.notEntered})
}

type keywordsRequest struct {
	words   []string
	offsets []uint32
}

func (asked *keywordsRequest) fields() wire.Fields {
	return wire.Fields{{"words", &asked.words}, {"offsets", &asked.offsets}}
}

type keywordsAnswer struct{}

func (keywordsAnswer) writeTo(*wire.Object) {}

type stopRequest struct{ reason string }

func (asked *stopRequest) fields() wire.Fields { return wire.Fields{{"reason", &asked.reason}} }

type endedAnswer struct{ ended int }

func (a endedAnswer) writeTo(o *wire.Object) { o.Add("ended", a.ended) }

type errorMessage struct {
	problem             sys.Problem
	reason, code        string
	leadsTo, notEntered string
	end                 bool
}

func errorOf(failure *sys.HostError) errorMessage {
	message := errorMessage{problem: failure.Problem, reason: failure.Reason, code: failure.Code, leadsTo: failure.LeadsTo}
	if failure.NotEntered {
		message.notEntered = failure.Reason
	}
	return message
}

func (e errorMessage) writeTo(o *wire.Object) {
	o.Add("problem", string(e.problem))
	o.Add("reason", e.reason)
	o.AddIf(e.code != "", "code", e.code)
	o.AddIf(e.leadsTo != "", "leadsTo", e.leadsTo)
	o.AddIf(e.notEntered != "", "notEntered", []string{e.notEntered})
	o.AddIf(e.end, "end", true)
}

// decode parses the JSON of a request. Unknown fields are refused.
func decode(payload []byte, into interface{ fields() wire.Fields }) error {
	return readable(wire.Parse(payload, into.fields()))
}

func readable(err error) error {
	if err != nil {
		return malformed("a request cannot be read: " + err.Error())
	}
	return nil
}

func encode(answer message) []byte {
	var object wire.Object
	answer.writeTo(&object)
	return object.JSON()
}
