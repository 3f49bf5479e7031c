import { constants } from 'node:os';
import type { Io } from '../io.js';

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Signals that ask a run to end. */
export interface Interrupts {
  /** Aborts with the reason at the first signal. */
  readonly signal: AbortSignal;
  /** The exit status that the first signal stands for; undefined if none arrived. */
  status(): number | undefined;
  /** Stops listening. */
  end(): void;
}

/** Listens for signals: the first asks the run to end and is answered with a line, the second ends the process. */
export function listenForSignals(
  io: Io,
  answer = 'completing the archive with what was collected so far',
): Interrupts {
  const controller = new AbortController();
  let status: number | undefined;
  const removers = signals.map((signal) =>
    io.onSignal(signal, () => {
      const code = 128 + constants.signals[signal];
      if (status !== undefined) return io.exit(code);
      status = code;
      io.err.write(`hostspec: ${signal}: ${answer}; repeat the signal to end at once\n`);
      controller.abort(`interrupted by ${signal}`);
    }),
  );
  return {
    signal: controller.signal,
    status: () => status,
    end() {
      for (const remove of removers) remove();
    },
  };
}
