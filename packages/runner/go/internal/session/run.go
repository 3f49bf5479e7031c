package session

import (
	"syscall"

	"github.com/hostspec/hostspec/packages/runner/internal/command"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

func (s *Session) run(r *request, payload []byte) error {
	var asked runRequest
	if err := decode(payload, &asked); err != nil {
		return err
	}
	if len(asked.Argv) == 0 {
		return malformed("a run has no program")
	}
	if err := checkTarget(s, asked.To); err != nil {
		return err
	}
	signal, ok := map[string]syscall.Signal{"": syscall.SIGKILL, "SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGTERM}[asked.Signal]
	if !ok {
		return malformed("a run has the signal %s; allowed: SIGTERM, SIGKILL", asked.Signal)
	}
	if !s.host.isLive() {
		go r.answer(runMessage(command.Result{Problem: sys.Absent, Reason: notRun, Sha256: command.EmptySha256}, false))
		return nil
	}
	var argv []string
	for _, word := range asked.Argv {
		argv = append(argv, string(word))
	}
	how := command.Options{
		Env: plain(asked.Env), Inherited: plain(asked.Inherited), Stdin: asked.Stdin, Timeout: s.host.timeoutOf(asked.Timeout),
		Signal: signal, MaxBytes: s.host.bytesOf(asked.MaxBytes), As: asked.As.account(), Ended: r.ended, Reason: r.stopped,
	}
	go func() {
		defer r.release()
		result, err := s.host.commands.Run(argv, how, func() (copying.Sink, error) { return r.deliver(asked.To) })
		if err != nil {
			r.fail(sys.ProblemOf(err, argv[0]))
			return
		}
		r.answer(runMessage(result, r.wasOpened()))
	}()
	return nil
}

func runMessage(result command.Result, opened bool) runAnswer {
	return runAnswer{
		RC: result.RC, Signal: result.Signal, Problem: result.Problem, Reason: wire.Text(result.Reason), Cut: result.Cut,
		Bytes: result.Bytes, Sha256: result.Sha256, Wall: result.Wall, CPU: result.CPU, Memory: result.Memory, Opened: opened,
	}
}
