import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../..');

/** The contents of the fixtures of all packages, by path. */
export function fixtures(): Map<string, Buffer> {
  const files = readdirSync(packages)
    .map((name) => join(packages, name, 'fixtures'))
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, withFileTypes: true });
      } catch {
        return [];
      }
    })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((path) => [path, readFileSync(path)]));
}
