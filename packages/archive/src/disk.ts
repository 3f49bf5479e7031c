import { readdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lists everything below a directory, parents first. Paths are relative to `base`. */
export function* entriesBelow(base: string, name: string): Generator<{ path: string; isDirectory: boolean }> {
  for (const entry of readdirSync(`${base}/${name}`, { withFileTypes: true })) {
    const path = name === '.' ? entry.name : `${name}/${entry.name}`;
    const isDirectory = entry.isDirectory();
    yield { path, isDirectory };
    if (isDirectory) yield* entriesBelow(base, path);
  }
}

/** All directories above the paths. */
export function ancestorsOf(paths: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let name = dirname(path); name !== '.' && !found.has(name); name = dirname(name)) found.add(name);
  return found;
}

/** The directories without `.`, children before parents. */
export function deepestFirst(directories: ReadonlySet<string>): string[] {
  return [...directories].filter((directory) => directory !== '.').sort((a, b) => b.length - a.length);
}

/** Writes all bytes at a position. Default: where the file stands. */
export function writeAll(fd: number, bytes: Uint8Array, position?: number): void {
  for (let offset = 0; offset < bytes.length; ) {
    const at = position === undefined ? null : position + offset;
    offset += writeSync(fd, bytes, offset, bytes.length - offset, at);
  }
}
