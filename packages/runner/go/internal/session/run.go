package session

import (
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
)

func (s *Session) run(r *request, payload []byte) error {
	var asked runRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if len(asked.argv) == 0 {
		return malformed("a run has no program")
	}
	if err := checkTarget(s, asked.to); err != nil {
		return err
	}
	signal, ok := map[string]syscall.Signal{"": syscall.SIGKILL, "SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGTERM}[asked.signal]
	if !ok {
		return malformed("a run has the signal " + asked.signal + "; allowed: SIGTERM, SIGKILL")
	}
	if !s.host.isLive() {
		go r.answer(runAnswer{command.Result{Problem: sys.Absent, Reason: notRun}, r.delivered()})
		return nil
	}
	argv := asked.argv
	how := command.Options{
		Env: asked.env, Inherited: asked.inherited, Stdin: asked.stdin, Timeout: s.host.timeoutOf(asked.timeout),
		Signal: signal, MaxBytes: s.host.bytesOf(asked.maxBytes), As: asked.as, Ended: r.ended, Reason: r.stopped,
		// Here, in the order of arrival: goroutines start in any order.
		Turn: s.host.commands.Ask(),
	}
	go func() {
		defer r.release()
		result, err := s.host.commands.Run(argv, how, func() (copying.Sink, error) { return r.deliver(asked.to) })
		if err != nil {
			r.fail(sys.ProblemOf(err, argv[0]))
			return
		}
		r.answer(runAnswer{result, r.delivered()})
	}()
	return nil
}
