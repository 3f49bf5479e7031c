import { shortened } from '@hostspec/host-kit';
import { type Position, problemLines } from '@hostspec/policy';
import type { KeyPath, YamlFile } from '@hostspec/policy/yaml';
import { CatalogError, type HostspecError, type Problem } from '@hostspec/spec';

/** All problems of a catalog file, each with its place. */
export interface Problems {
  /** Records a problem with the value there. */
  add(keys: KeyPath, problem: string): void;
  /** Records a problem with the key itself. */
  addKey(keys: KeyPath, problem: string): void;
  /** Records each error as a problem with the data there; returns false if there are any. */
  addAll(keys: KeyPath, data: unknown, errors: Iterable<HostspecError>): boolean;
  /** Records what is allowed, but probably a mistake. */
  warn(keys: KeyPath, warning: string): void;
  /** The warnings so far. */
  readonly warnings: readonly Problem[];
  readonly count: number;
  /** @throws CatalogError that lists every recorded problem. */
  check(): void;
}

const mostShown = 50;
// Nobody reads more, and each takes time to find.
const mostFound = 1000;
const longestProblem = 2000;

/** The error for a catalog file with problems. */
export const refusal = (path: string, problems: readonly Problem[]): CatalogError =>
  new CatalogError('INVALID_CATALOG', problemLines(path, problems), { subject: path, problems });

/** Collects the problems of a file; gives up after a thousand. */
export function problemsOf(file: YamlFile): Problems {
  const shown: Problem[] = [];
  const warnings: Problem[] = [];
  let found = 0;
  const note = (position: () => Position, problem: string): void => {
    found++;
    if (shown.length < mostShown)
      shown.push({ position: position(), message: shortened(problem, longestProblem) });
    if (found === mostFound) fail(`and at least ${found - mostShown} more`);
  };
  const fail = (rest?: string): never => {
    throw refusal(file.path, rest === undefined ? shown : [...shown, { message: rest }]);
  };
  const positionOf = (keys: KeyPath, data: unknown, { code, at, value }: HostspecError): Position =>
    code === 'INVALID_NAME' ? file.atKey(keys) : file.at([...keys, ...(at ?? pathOf(data, value) ?? [])]);
  return {
    add: (keys, problem) => note(() => file.at(keys), problem),
    addKey: (keys, problem) => note(() => file.atKey(keys), problem),
    addAll(keys, data, errors) {
      const before = found;
      for (const error of errors) note(() => positionOf(keys, data, error), error.message);
      return found === before;
    },
    warn(keys, warning) {
      if (warnings.length < mostShown)
        warnings.push({ position: file.at(keys), message: shortened(warning, longestProblem) });
    },
    warnings,
    get count() {
      return found;
    },
    check() {
      if (found > 0) fail(found > mostShown ? `and ${found - mostShown} more` : undefined);
    },
  };
}

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
