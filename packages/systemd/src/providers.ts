import { defineProvider, listOr, runLines } from '@hostspec/spec';

const command = '/usr/bin/systemctl --no-pager --failed';
const most = 50;
// What systemd allows in the name of a unit.
const unitName = /^[\w:.\\@-]+\.[a-z]+$/;

/** Units that failed. */
export const failedUnits = defineProvider({
  name: 'failed_units',
  doc: `The first ${most} units that \`${command}\` lists.`,
  yields: 'list',
  async evaluate({ host }) {
    const rows = ((await runLines(host, command)) ?? []).map((line) =>
      // A mark before the name, unless the version of systemd or the locale has none.
      line.replace(/^\W\s/, '').trim().split(/\s+/),
    );
    const failed = rows.filter(
      ([name = '', load]) =>
        unitName.test(name) && /^(loaded|not-found|bad-setting|error|masked)$/.test(load ?? ''),
    );
    return listOr([...new Set(failed.map(([name = '']) => name))].slice(0, most), 'no unit has failed');
  },
});
