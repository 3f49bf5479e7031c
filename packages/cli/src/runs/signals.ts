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
  const end = onSignals(io, (signal, code) => {
    if (status !== undefined) return io.exit(code);
    status = code;
    io.err.write(`hostspec: ${signal}: ${answer}; repeat the signal to end at once\n`);
    controller.abort(reasonOf(signal));
  });
  return { signal: controller.signal, status: () => status, end };
}

/** Makes a signal stop what runs and end the process, until the returned function is called. */
export function endOnSignal(stop: (reason: string) => unknown, io: Io): () => void {
  return onSignals(io, (signal, code) => {
    void stop(reasonOf(signal));
    io.exit(code);
  });
}

const reasonOf = (signal: string): string => `interrupted by ${signal}`;

/** Calls `act` with each signal and its exit status, until the returned function is called. */
export function onSignals(io: Pick<Io, 'onSignal'>, act: (signal: string, code: number) => void): () => void {
  const removers = signals.map((signal) =>
    io.onSignal(signal, () => act(signal, 128 + constants.signals[signal])),
  );
  return () => {
    for (const remove of removers) remove();
  };
}
