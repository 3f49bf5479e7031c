import { existingPaths } from '@hostspec/facts';
import { defineProvider, listOr } from '@hostspec/spec';
import { journalUnitNames } from './settings.js';

const unitDirectories = [
  '/etc/systemd/system',
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/usr/lib/systemd/system',
  '/lib/systemd/system',
];

/** Where journald keeps its files. */
export const journalDirectories = existingPaths('journal_directories', [
  '/var/log/journal',
  '/run/log/journal',
]);

/** The services that matter and that this host has. */
export const journalUnits = defineProvider({
  name: 'journal_units',
  doc: `The units in the setting \`${journalUnitNames.name}\` that have a unit file in ${unitDirectories.join(', ')}, sorted and distinct.`,
  yields: 'list',
  async evaluate({ host, setting }) {
    const lists = await Promise.all(unitDirectories.map((path) => host.list(path).catch(() => [])));
    const here = new Set(lists.flat());
    const wanted = [...new Set(setting(journalUnitNames))].sort();
    return listOr(
      wanted.filter((unit) => here.has(unit)),
      `none of the units in the setting ${journalUnitNames.name} has a unit file`,
    );
  },
});
