import { readFileSync } from 'node:fs';

let unmapped: number | null | undefined;

/**
 * The user that files of unmapped users, root among them, seem to belong to in a user namespace; undefined if every user is
 * mapped. It is impossible to find their real owners there. Root there has no rights to lend beyond those of whoever made the
 * namespace.
 */
export function unmappedOwner(): number | undefined {
  if (unmapped === undefined) unmapped = isInitialNamespace() ? null : overflowId();
  return unmapped ?? undefined;
}

function isInitialNamespace(): boolean {
  const map = firstLine('/proc/self/uid_map');
  return map === undefined || /^\s*0\s+0\s+4294967295\s*$/.test(map);
}

function overflowId(): number {
  return Number(firstLine('/proc/sys/kernel/overflowuid') ?? 65_534);
}

function firstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').split('\n')[0];
  } catch {
    return undefined;
  }
}
