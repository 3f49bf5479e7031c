import { runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The state of each unit file (`enabled`, `disabled`, `static`, …), from `/bin/systemctl list-unit-files`. */
export const unitFiles = fact(
  async (host): Promise<ReadonlyMap<string, string>> =>
    parseUnitFiles((await runLines(host, '/bin/systemctl list-unit-files')) ?? []),
);

/** Parses the table of `systemctl list-unit-files`. */
export function parseUnitFiles(lines: readonly string[]): Map<string, string> {
  const rows = lines.flatMap((line) => {
    const [, unit, state] = /^\s*(\S+\.[a-z]+)\s+([a-z][a-z-]*)(?:\s|$)/.exec(line) ?? [];
    return unit === undefined || state === undefined ? [] : [[unit, state] as const];
  });
  return new Map(rows);
}
