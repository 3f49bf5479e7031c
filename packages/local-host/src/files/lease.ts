import { codeOf } from '@hostspec/files';
import { hostError } from '@hostspec/spec';

/** How long to wait for other processes. */
export interface Patience {
  readonly seconds: number;
  /** Why the run is stopped; undefined while it is not. */
  readonly stopped: () => string | undefined;
}

// Milliseconds between two attempts: the first ones are close together, because most processes answer at once.
const firstPause = 10;
const longestPause = 250;

/**
 * Tries again while another process's lease keeps a file from being opened; each attempt makes the kernel ask that process
 * to give the lease up. @throws HostError `timed out` if it does not; errors of `open` for any other reason.
 */
export async function whileLeased<T>(
  path: string,
  open: () => Promise<T>,
  { seconds, stopped }: Patience,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause))
    try {
      return await open();
    } catch (error) {
      if (!isLeased(error)) throw error;
      if (performance.now() > deadline || stopped() !== undefined)
        throw hostError(
          'timed out',
          `${path}: another process holds a lease on it and did not give it up within ${seconds} s`,
        );
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}

/** Whether opening a file without waiting failed because another process holds a lease on it. */
function isLeased(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN' && (error as NodeJS.ErrnoException).syscall === 'open';
}
