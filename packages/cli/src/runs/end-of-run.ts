import { HostspecError } from '@hostspec/spec';

// A host that answers does so within this time, and its archive then says why the run ended.
const patience = 5000;

/**
 * Waits for work on a host that comes before collecting. After the signal aborts, gives a silent host five more seconds; `late` gets a
 * result that comes after that.
 *
 * @throws HostspecError `HOST_LOST` if the host did not answer in time.
 */
export async function untilEnded<T>(
  work: Promise<T>,
  signal: AbortSignal,
  late: (result: T) => unknown = () => undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let begin = (): void => {};
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = (): void =>
      reject(new HostspecError('HOST_LOST', `${signal.reason}, before the host answered`));
    begin = () => {
      timer = setTimeout(giveUp, patience);
    };
    whenAborted(signal, begin);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch (error) {
    work.then(late).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  }
}

/** Stops a host when the signal aborts: what runs there ends, and nothing more is started. */
export function stopWith(host: { stop(reason: string): Promise<unknown> }, signal: AbortSignal): void {
  whenAborted(signal, () => void host.stop(String(signal.reason)));
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}

/** A signal that aborts at the first interrupt, or when the time limit of the whole run, counted from now, is reached. */
export function endOfRun(
  interrupt: AbortSignal,
  maxTime: number | undefined,
): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  interrupt.addEventListener('abort', () => controller.abort(interrupt.reason), { once: true });
  const over = (): void => controller.abort(`the run reached its time limit of ${maxTime} s`);
  const timer = maxTime === undefined ? undefined : setTimeout(over, maxTime * 1000);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
