import { expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import type { OpenedArchive } from './opened-archive.js';
import { createArchiveSession } from './shell/session.js';
import { archiveOf, claiming } from './testing/archive-of.js';

const manifestOf = (...commands: readonly unknown[]): string =>
  JSON.stringify({ components: { report: { plugins: { any: { commands } } } } });

const reportOf = (manifest: string, files: Readonly<Record<string, string>> = {}): OpenedArchive =>
  archiveOf({ 'sos_reports/manifest.json': manifest, ...files }, { kind: 'sos' });

test('the outputs are those of its plugins, also in directories of theirs', async () => {
  const session = await createArchiveSession(
    archiveOf(
      {
        'sos_commands/readme': 'R',
        'sos_commands/kernel/uname_-a': 'Linux',
        'sos_commands/ceph/mon/ceph_status': 'OK',
        'etc/sos_commands/lsmod': 'L',
        'sos_strings/kernel/dmesg': 'D',
      },
      { kind: 'sos' },
    ),
  );
  expect(session.lines).toEqual(['mon/ceph status', 'uname -a']);
});

test('the manifest has the words of a command, of which a name has only some', async () => {
  const session = await createArchiveSession(
    reportOf(
      manifestOf(
        {
          exec: "lsof -b +M -n -l -c ''",
          filepath: 'sos_commands/process/lsof_-b_M_-n_-l_-c',
          return_code: 1,
        },
        { exec: "grep  it's  /etc/hosts", filepath: 'sos_commands/any/grep_it_s_.etc.hosts', return_code: 0 },
        { exec: 7, filepath: 'sos_commands/any/df_-h', return_code: '1' },
      ),
      {
        'sos_commands/process/lsof_-b_M_-n_-l_-c': 'LSOF',
        'sos_commands/any/grep_it_s_.etc.hosts': 'GREP',
        'sos_commands/any/df_-h': 'DF',
      },
    ),
  );
  expect(session.lines).toEqual(['df -h', String.raw`grep 'it'\''s' /etc/hosts`, "lsof -b +M -n -l -c ''"]);
  expect(session.same(['/bin/grep', "it's", '/etc/hosts'])?.output).toMatchObject({ rc: 0 });
  expect(session.same(['lsof', '-b', '+M', '-n', '-l', '-c', ''])?.output).toMatchObject({ rc: 1 });
  expect(session.same(['df', '-h'])?.output).toMatchObject({ rc: 0, file: { bytes: 2 } });
});

test('an output without content is that of a command that printed nothing', async () => {
  const session = await createArchiveSession(
    archiveOf({ 'sos_commands/block/blkid_-c_.dev.null': '' }, { kind: 'sos' }),
  );
  expect(session.same(['blkid', '-c', '/dev/null'])?.output).toStrictEqual({ rc: 0 });
});

test('a command of the manifest without output has its exit status, or was not found', async () => {
  const host = await createArchiveHost(
    reportOf(
      manifestOf(
        { exec: 'dkms status -x', filepath: null, return_code: 127 },
        { exec: 'lspci', return_code: 1 },
        { exec: 'dmesg', return_code: '1' },
        { exec: 'lsmod', filepath: 'sos_commands/kernel/lsmod', return_code: 1 },
        { filepath: null, return_code: 1 },
        { exec: ['uname'], filepath: null, return_code: 1 },
      ),
    ),
  );
  const nothing = { rc: undefined, output: Buffer.alloc(0), problem: 'absent' };
  expect(await host.run('/bin/dkms status -x')).toStrictEqual({
    ...nothing,
    reason: 'command not found: dkms',
  });
  expect(await host.run('/sbin/lspci')).toStrictEqual({ rc: 1, output: Buffer.alloc(0) });
  for (const line of ['dmesg', 'lsmod', 'uname', 'undefined'])
    expect(await host.run(line)).toStrictEqual({
      ...nothing,
      reason: `the archive has no output of ${line}`,
    });
  expect(await host.which('lspci')).toBe('/usr/bin/lspci');
  expect(await host.which('dkms')).toBeUndefined();
});

const command = { exec: 'dkms status', return_code: 127 };

test.each([
  ['that is empty', ''],
  ['that is not JSON', '{'],
  ['that is null', 'null'],
  ['that is a list', JSON.stringify([{ report: { plugins: { any: { commands: [command] } } } }])],
  ['without components', '{}'],
  ['whose report is null', '{"components": {"report": null}}'],
  ['whose plugins are null', '{"components": {"report": {"plugins": null}}}'],
  ['whose plugins are a text', '{"components": {"report": {"plugins": "any"}}}'],
  [
    'whose plugins are a list',
    JSON.stringify({ components: { report: { plugins: [{ commands: [command] }] } } }),
  ],
  ['with a plugin that is null', '{"components": {"report": {"plugins": {"any": null}}}}'],
  [
    'with a plugin that is a list',
    JSON.stringify({ components: { report: { plugins: { any: [command] } } } }),
  ],
  ['with a plugin without commands', '{"components": {"report": {"plugins": {"any": {"commands": "no"}}}}}'],
  ['with entries that are not commands', manifestOf(null, 'dkms status', 7, [command])],
])('a manifest %s tells nothing of commands', async (_, manifest) => {
  const session = await createArchiveSession(reportOf(manifest, { 'sos_commands/kernel/uname_-a': 'Linux' }));
  expect(session.lines).toEqual(['uname -a']);
  expect(session.same(['uname', '-a'])?.output.rc).toBe(0);
});

test('a manifest counts up to 64 MiB', async () => {
  const linesWith = async (bytes: number): Promise<readonly string[]> => {
    const archive = reportOf('');
    const manifest = claiming(bytes, manifestOf(command));
    return (
      await createArchiveSession({
        ...archive,
        files: new Map([['sos_reports/manifest.json', manifest]]),
      })
    ).lines;
  };
  expect(await linesWith(64 * 1024 ** 2)).toEqual(['dkms status']);
  expect(await linesWith(64 * 1024 ** 2 + 1)).toEqual([]);
});
