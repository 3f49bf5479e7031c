import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dmi, hostNames, processes, unitFiles } from '@hostspec/facts';
import { joinWords, splitWords } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost, itNeeds, liveHost, needs } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { files, groupFilters, md5chkFileList, pathsToLsattr, systemSettings } from './providers.js';
import { system } from './specs.js';

const { specs } = system;

it.each([
  [processes, [specs.ps_auxww, specs.ps_auxcww]],
  [hostNames, [specs.hostname, specs.hostname_default, specs.hostname_short]],
  [unitFiles, [specs.systemctl_list_unit_files]],
  [dmi, [specs.dmidecode]],
] as const)('what providers know comes from the commands of entries: %#', async (fact, entries) => {
  const host = fakeHost();
  await fact(host);
  expect(host.ran).toEqual(entries.map(({ command }) => joinWords(splitWords(command))));
});

describe('files', () => {
  it('is the same list under both names', async () => {
    const context = fakeContext(fakeHost());
    const list = await files.definition.evaluate(context);
    expect(await md5chkFileList.definition.evaluate(context)).toEqual(list);
  });
});

describe('group_filters', () => {
  const of = (group_info: string[], commands: FakeHostDescription['commands'] = {}) =>
    groupFilters.definition.evaluate(fakeContext(fakeHost({ commands }), { group_info }));

  it('gives all groups if getent finds them or is missing', async () => {
    const output = 'root:x:0:\nwheel:x:10:ada\n';
    expect(await of(['wheel', 'root', 'root'], { '/usr/bin/getent group root wheel': output })).toEqual([
      'root',
      'wheel',
    ]);
    expect(await of(['wheel', 'root'])).toEqual(['root', 'wheel']);
  });

  it('believes the status of getent, not its output', async () => {
    const commands = { '/usr/bin/getent group root': 'a group under another name\n' };
    expect(await of(['root'], commands)).toEqual(['root']);
  });

  it('leaves out unknown groups, and says if all are unknown', async () => {
    const found = { rc: 2, output: 'wheel:x:10:ada\nssh_keys:x:101:\n' };
    expect(await of(['101', 'docker', 'wheel'], { '/usr/bin/getent group 101 docker wheel': found })).toEqual(
      ['101', 'wheel'],
    );
    expect(await of(['docker'], { '/usr/bin/getent group docker': { rc: 2 } })).toEqual({
      nothing: 'no group of the setting group_info is known',
    });
    expect(await of(['docker'], { '/usr/bin/getent group docker': { rc: 1, output: '\0::\n:' } })).toEqual({
      nothing: 'no group of the setting group_info is known',
    });
    expect(await of([])).toEqual({ nothing: 'the setting group_info is empty' });
  });
});

describe('paths_to_lsattr', () => {
  const of = (lsattr_files_or_dirs: string[], host: FakeHostDescription = {}) =>
    pathsToLsattr.definition.evaluate(fakeContext(fakeHost(host), { lsattr_files_or_dirs }));
  const present = { '/etc/a': '', '/etc/b c': '', '/etc/d/e': '' };

  it('gives the paths that exist', async () => {
    expect(await of(['/etc/d', '/etc/b c', '/etc/a', '/etc/a', '/etc/absent'], { files: present })).toEqual([
      '/etc/a',
      '/etc/b c',
      '/etc/d',
    ]);
  });

  it('believes the status of lsattr, not its output', async () => {
    expect(await of(['/etc/a'], { files: present, commands: { '/bin/lsattr /etc/a': '' } })).toEqual([
      '/etc/a',
    ]);
  });

  it('leaves out paths that lsattr fails on', async () => {
    const output = `lsattr: Operation not supported While reading flags on /etc/a
----i---------e------- /etc/b c
--------------e------- /etc/d/e
`;
    const host = { files: present, commands: { "/bin/lsattr /etc/a '/etc/b c' /etc/d": { rc: 1, output } } };
    expect(await of(['/etc/a', '/etc/b c', '/etc/d'], host)).toEqual(['/etc/b c', '/etc/d']);
  });

  it('says why there is nothing', async () => {
    expect(await of([])).toEqual({ nothing: 'the setting lsattr_files_or_dirs is empty' });
    expect(await of(['/absent'])).toEqual({
      nothing: 'no path in the setting lsattr_files_or_dirs exists',
    });
    const host = { files: present, commands: { '/bin/lsattr /etc/a': { rc: 1, output: 'lsattr: no' } } };
    expect(await of(['/etc/a'], host)).toEqual({
      nothing: 'lsattr can tell the attributes of no path of the setting lsattr_files_or_dirs',
    });
  });
});

describe('settings', () => {
  it('refuse values that are not paths, and words that belong to another setting', () => {
    for (const setting of systemSettings)
      for (const value of ['', '-l', 'a b', '/a\0b'])
        expect([setting.name, value, setting.check?.(value)]).toEqual([
          setting.name,
          value,
          expect.stringMatching(/^must/),
        ]);
    expect(system.settings.ls_la_dirs?.check?.('fstab_mounted.dirs')).toBe(
      'must be an absolute path, such as /var/log',
    );
    expect(system.settings.ls_lan_dirs?.check?.('pvs.devices')).toBe(
      'must be an absolute path, such as /var/log, or fstab_mounted.dirs',
    );
  });
});

needs('getent')('gives groups with which getent succeeds', async () => {
  const host = await liveHost();
  const groups = await groupFilters.definition.evaluate(
    fakeContext(host, { group_info: ['no-such-group', 'root'] }),
  );
  expect(groups).toEqual(['root']);
  expect((await host.run(['/usr/bin/getent', 'group', ...(groups as readonly string[])])).rc).toBe(0);
});

/** Whether lsattr is installed and works in the directory for temporary files. */
function lsattrWorks(): boolean {
  try {
    execFileSync('/bin/lsattr', ['-d', tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

itNeeds('lsattr on a file system with attributes', lsattrWorks())(
  'gives paths with which lsattr succeeds',
  async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'two words');
    const link = join(directory, 'link');
    writeFileSync(file, '');
    symlinkSync(file, link);
    const host = await liveHost();
    const settings = { lsattr_files_or_dirs: [file, link, '/proc/version'] };
    const paths = await pathsToLsattr.definition.evaluate(fakeContext(host, settings));
    expect(paths).toEqual([file]);
    expect((await host.run(['/bin/lsattr', ...(paths as readonly string[])])).rc).toBe(0);
  },
);
