import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of content after which its garbage is collected. */
const mostGarbage = 4 * 1024 * 1024;

let garbage = 0;
let collect: (() => void) | undefined;

/**
 * Counts content that passes through this process. Its buffers are soon garbage, but lie outside of V8's heap, and V8 collects them only when there
 * are 32 MB of them.
 */
export function countContent(bytes: number): void {
  garbage += bytes;
  if (garbage < mostGarbage) return;
  garbage = 0;
  collect ??= collectorOfYoung();
  collect();
}

/** The function of V8 that collects young objects; one that does nothing, if V8 does not give it. */
function collectorOfYoung(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  return typeof gc === 'function' ? () => gc({ type: 'minor' }) : () => undefined;
}
