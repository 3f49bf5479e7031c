import { readFileSync } from 'node:fs';

/**
 * The user whose program serves the file system of a device: FUSE shows whatever owners and modes that program says.
 * Undefined for any other file system, and without /proc.
 */
export function servingUser(dev: number): number | undefined {
  const device = deviceNumbers(dev);
  for (const line of mountTable().split('\n')) {
    const [mount = '', system = ''] = line.split(' - ');
    if (mount.split(' ')[2] !== device || !system.startsWith('fuse')) continue;
    return Number(/(?:^|[ ,])user_id=(\d+)/.exec(system)?.[1] ?? 0);
  }
  return undefined;
}

/** `MAJOR:MINOR`, as the C library takes them from a device number. */
function deviceNumbers(dev: number): string {
  const bits = BigInt(dev);
  const major = ((bits >> 8n) & 0xfffn) | ((bits >> 32n) & 0xfffff000n);
  const minor = (bits & 0xffn) | ((bits >> 12n) & 0xffffff00n);
  return `${major}:${minor}`;
}

/** The text of the mount table, a character for each byte; empty without one. */
export function mountTable(path = '/proc/self/mountinfo'): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
