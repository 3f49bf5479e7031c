import { readFileSync } from 'node:fs';

/**
 * The user that files of unmapped users, root among them, seem to belong to in a user namespace; undefined if every user is mapped.
 * It is impossible to find their real owners there.
 */
export function unmappedOwner(): number | undefined {
  const map = firstLine('/proc/self/uid_map');
  if (map === undefined || /^\s*0\s+0\s+4294967295\s*$/.test(map)) return undefined;
  return Number(firstLine('/proc/sys/kernel/overflowuid') ?? 65_534);
}

function firstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').split('\n')[0];
  } catch {
    return undefined;
  }
}
