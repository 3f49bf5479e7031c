import { rowsOf, unitFileRows } from '@hostspec/parse';
import { defineProvider, nothing, runLines } from '@hostspec/spec';
import { fact } from './fact.js';
import { firstOf, listed } from './left-out.js';

const command = '/usr/bin/systemctl --no-pager --failed';
const most = 50;
/** What systemd allows in the name of a unit, except for one that would be an option. */
export const unitName = /^[\w:.\\@][\w:.\\@-]*\.[a-z]+$/;
const loadState = /^(loaded|not-found|bad-setting|error|masked)$/;

/** Units that failed. */
export const failedUnits = defineProvider({
  name: 'failed_units',
  doc: `The first ${most} units that \`${command}\` lists.`,
  yields: 'list',
  async evaluate({ host }) {
    const lines = await runLines(host, command);
    if (!lines) return nothing('systemctl lists no units here, so it is not known whether one has failed');
    const rows = lines.map((line) =>
      // A mark stands before the name, but not in every version of systemd.
      line.replace(/^\W\s/, '').trim().split(/\s+/),
    );
    const failed = rows.filter(([name = '', load = '']) => unitName.test(name) && loadState.test(load));
    const units = [...new Set(failed.map(([name = '']) => name))];
    const { first, leftOut } = firstOf(units, most, 'units that failed');
    return units.length === 0 ? nothing('no unit has failed') : listed(first, leftOut);
  },
});

/** The state of each unit file (`enabled`, `disabled`, `static`, …), from `/bin/systemctl list-unit-files`. */
export const unitFiles = fact(async (host): Promise<ReadonlyMap<string, string>> => {
  const rows = rowsOf(unitFileRows, (await runLines(host, '/bin/systemctl list-unit-files')) ?? []);
  return new Map(rows.map(({ name, state }) => [name, state]));
});
