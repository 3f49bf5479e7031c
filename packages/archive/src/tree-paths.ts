import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Everything below a directory, each directory before what is in it; paths are relative to `base`. */
export function* entriesBelow(base: string, name: string): Generator<{ path: string; isDirectory: boolean }> {
  for (const entry of readdirSync(`${base}/${name}`, { withFileTypes: true })) {
    const path = name === '.' ? entry.name : `${name}/${entry.name}`;
    const isDirectory = entry.isDirectory();
    yield { path, isDirectory };
    if (isDirectory) yield* entriesBelow(base, path);
  }
}

/** The directories that the paths are in, and those that they are in. */
export function ancestorsOf(paths: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let name = dirname(path); name !== '.' && !found.has(name); name = dirname(name)) found.add(name);
  return found;
}

/** The directories without the first one, each after those in it. */
export function deepestFirst(directories: ReadonlySet<string>): string[] {
  return [...directories].filter((directory) => directory !== '.').sort((a, b) => b.length - a.length);
}
