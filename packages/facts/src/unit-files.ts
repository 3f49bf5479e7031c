import { rowsOf, unitFileRows } from '@hostspec/parse';
import { runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The state of each unit file (`enabled`, `disabled`, `static`, …), from `/bin/systemctl list-unit-files`. */
export const unitFiles = fact(async (host): Promise<ReadonlyMap<string, string>> => {
  const rows = rowsOf(unitFileRows, (await runLines(host, '/bin/systemctl list-unit-files')) ?? []);
  return new Map(rows.map(({ name, state }) => [name, state]));
});
