import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { journalUnits } from './providers.js';
import { journalUnitNames } from './settings.js';
import { journal } from './specs.js';

const unitsOf = (files: readonly string[], units: readonly string[]) => {
  const host = fakeHost({ files: Object.fromEntries(files.map((path) => [path, ''])) });
  return journalUnits.definition.evaluate(fakeContext(host, { journal_units: [...units] }));
};

test('units with a unit file in any of the directories, sorted and distinct', async () => {
  const files = [
    '/lib/systemd/system/ssh.service',
    '/etc/systemd/system/app.service',
    '/etc/systemd/system/other.service',
  ];
  expect(await unitsOf(files, ['ssh.service', 'gone.service', 'app.service', 'ssh.service'])).toEqual([
    'app.service',
    'ssh.service',
  ]);
});

test('a host with none of the units says so', async () => {
  expect(await unitsOf([], ['ssh.service'])).toEqual({
    nothing: 'none of the units in the setting journal_units has a unit file',
  });
});

test('the setting takes names of units, and no option', () => {
  const { check } = journalUnitNames;
  for (const name of ['ssh.service', 'user@1000.service', 'a\\x2db.mount'])
    expect(check?.(name)).toBeUndefined();
  for (const name of ['', '-u.service', 'ssh', 'a b.service', '*.service'])
    expect(check?.(name)).toBeDefined();
});

test('only options of the oldest journalctl that is supported are used', () => {
  const known =
    /^(--no-pager|--list-boots|--disk-usage|--verify|-[bkpquoF]|-1|err|warning|short-iso|short-monotonic|%s|_SYSTEMD_UNIT|[A-Z_]+=\w+)$/;
  const commands = Object.values(journal.specs).flatMap((spec) =>
    'command' in spec && spec.command?.startsWith('/usr/bin/journalctl') ? [spec.command] : [],
  );
  const unknown = commands
    .flatMap((command) => command.split(' ').slice(1))
    .filter((word) => !known.test(word));
  expect(commands.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
