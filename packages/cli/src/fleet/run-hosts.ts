import type { HostLine } from '@hostspec/archive';
import type { FleetHost } from '@hostspec/remote/inventory';

/** How collecting a host ended. */
export type HostResult = Omit<HostLine, 'name' | 'seconds'>;

/** Collects a host and says how that ended; stops early when the signal aborts. */
export type CollectOne = (host: FleetHost, signal: AbortSignal) => Promise<HostResult>;

/** How hosts are collected. */
export interface RunOptions {
  /** How many at once. */
  readonly parallel: number;
  /** Seconds for each host. */
  readonly maxTime: number | undefined;
  /** Starts no more hosts, and ends those that run. */
  readonly signal: AbortSignal;
  /** Seconds that a host may take to end after it was asked to; then the others do not wait for it. */
  readonly patience: number;
  readonly collectOne: CollectOne;
  onStart(host: FleetHost): void;
  onEnd(line: HostLine): void;
}

/** Collects hosts, so many at once, and returns how many were started. A host that fails or hangs does not delay the others. */
export async function runHosts(hosts: readonly FleetHost[], options: RunOptions): Promise<number> {
  const { parallel, signal, onStart, onEnd } = options;
  const running = new Set<AbortController>();
  const stop = (): void => {
    for (const controller of running) controller.abort(signal.reason);
  };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let host = hosts[next]; host !== undefined && !signal.aborted; host = hosts[next]) {
      next++;
      onStart(host);
      const controller = new AbortController();
      running.add(controller);
      const line = await collected(host, controller, options);
      running.delete(controller);
      onEnd(line);
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, hosts.length) }, work));
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return next;
}

async function collected(
  host: FleetHost,
  controller: AbortController,
  { maxTime, patience, collectOne }: RunOptions,
): Promise<HostLine> {
  const begun = performance.now();
  const over =
    maxTime === undefined
      ? undefined
      : setTimeout(() => controller.abort(`the run reached its time limit of ${maxTime} s`), maxTime * 1000);
  const late = afterAbort(controller.signal, patience);
  try {
    const result = await Promise.race([
      collectOne(host, controller.signal).catch((error) => failureOf(host, error)),
      late.promise,
    ]);
    return { name: host.name, ...result, seconds: Math.round(performance.now() - begun) / 1000 };
  } finally {
    clearTimeout(over);
    late.clear();
  }
}

/** The line begins with the name of the host, so the reason does not repeat it. */
function failureOf({ name }: FleetHost, error: unknown): HostResult {
  if (!(error instanceof Error)) return { outcome: 'failed', reason: String(error) };
  const { message } = error;
  const reason = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { outcome: 'failed', reason, ...code };
}

function afterAbort(signal: AbortSignal, seconds: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<HostResult>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        const reason = `${signal.reason}, and the host did not end within ${seconds} s after that`;
        timer = setTimeout(() => resolve({ outcome: 'failed', reason }), seconds * 1000);
      },
      { once: true },
    );
  });
  return { promise, clear: () => clearTimeout(timer) };
}
