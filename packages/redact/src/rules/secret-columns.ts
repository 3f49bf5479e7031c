import type { SecretColumns } from './column-row.js';
import { hostColumns } from './host-columns.js';
import { networkColumns } from './network-columns.js';
import { secretFileTest } from './secret-files.js';

/** Files whose names say which column is a secret. */
export const secretColumns: readonly SecretColumns[] = [...hostColumns, ...networkColumns];

/** The expressions for the lines of a file; none for most files. */
export function secretColumnsOf(columns: readonly SecretColumns[]): (path: string) => readonly RegExp[] {
  const tests = columns.map((each) => ({ test: secretFileTest([each]), line: each.line }));
  const any = secretFileTest(columns);
  return (path) => (any(path) ? tests.filter(({ test }) => test(path)).map((each) => each.line) : []);
}
