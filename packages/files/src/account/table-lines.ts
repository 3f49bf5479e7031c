import { readFileSync } from 'node:fs';

/** The lines of a table of the system; none if it cannot be read. */
export function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
