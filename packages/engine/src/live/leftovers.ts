import { readdirSync, readFileSync } from 'node:fs';
import { runMarker } from '@hostspec/spec';

/** The processes that exist now; what is new later may be a descendant. Empty where there is no /proc. */
export function processIds(): Set<number> {
  try {
    return new Set(
      readdirSync('/proc')
        .map(Number)
        .filter((pid) => Number.isInteger(pid) && pid > 0),
    );
  } catch {
    return new Set();
  }
}

/**
 * Ends every process that carries the run's mark in its environment, wherever it moved: a command that forks twice
 * and starts its own session leaves its process group, but not its environment. Returns how many were there.
 */
export function endLeftovers(run: string, before: ReadonlySet<number>): number {
  let found = 0;
  for (const pid of processIds()) {
    if (before.has(pid) || pid === process.pid || !carriesMark(pid, run)) continue;
    found++;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  return found;
}

function carriesMark(pid: number, run: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${runMarker}=${run}`);
  } catch {
    return false;
  }
}
