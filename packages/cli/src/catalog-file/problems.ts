import { CatalogError, isHostspecError } from '@hostspec/spec';
import type { KeyPath, YamlFile } from '../load/yaml-file.js';

/** All problems of a catalog file, each with its place. */
export interface Problems {
  /** Records a problem with the value there. */
  add(keys: KeyPath, problem: string): void;
  /** Records a problem with the key itself. */
  addKey(keys: KeyPath, problem: string): void;
  /** Runs an action on the value there and records what it throws. Returns whether it succeeded. */
  attempt(keys: KeyPath, data: unknown, action: () => void): boolean;
  /** @throws CatalogError that lists every recorded problem. */
  check(): void;
}

const mostShown = 50;
// Nobody reads more, and looking for them takes time.
const mostFound = 1000;
const longestProblem = 2000;

/** Collects the problems of a file; gives up after a thousand. */
export function problemsOf(file: YamlFile): Problems {
  const shown: string[] = [];
  let found = 0;
  const note = (place: () => string, problem: string): void => {
    found++;
    if (shown.length < mostShown) shown.push(`${place()}: ${cut(problem)}`);
    if (found === mostFound) fail(`and at least ${found - mostShown} more`);
  };
  const fail = (rest?: string): never => {
    const lines = rest === undefined ? shown : [...shown, `${file.path}: ${rest}`];
    throw new CatalogError('INVALID_CATALOG', lines.join('\n'), {
      subject: file.path,
      problems: lines,
    });
  };
  return {
    add: (keys, problem) => note(() => file.at(keys), problem),
    addKey: (keys, problem) => note(() => file.atKey(keys), problem),
    attempt(keys, data, action) {
      try {
        action();
        return true;
      } catch (error) {
        if (!isHostspecError(error)) throw error;
        const place = (): string =>
          error.code === 'INVALID_NAME'
            ? file.atKey(keys)
            : file.at([...keys, ...(error.at ?? pathOf(data, error.value) ?? [])]);
        note(place, error.message);
        return false;
      }
    },
    check() {
      if (found > 0) fail(found > mostShown ? `and ${found - mostShown} more` : undefined);
    },
  };
}

function cut(text: string): string {
  return text.length > longestProblem ? `${text.slice(0, longestProblem - 1)}…` : text;
}

/** The path of a text in the data. */
function pathOf(data: unknown, wanted: unknown): KeyPath | undefined {
  if (data === wanted) return [];
  if (typeof data !== 'object' || data === null || typeof wanted !== 'string') return undefined;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'doc') continue;
    const rest =
      pathOf(value, wanted) ?? (typeof value === 'string' && value.includes(wanted) ? [] : undefined);
    if (rest) return [Array.isArray(data) ? Number(key) : key, ...rest];
  }
  return undefined;
}
