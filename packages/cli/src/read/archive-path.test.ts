import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const files = { 'a/manifest.json': '{}', 'a/insights_commands/hostname': 'a\n', 'b/sos_commands/x': 'b\n' };

const failed = async (cwd: string, ...args: string[]): Promise<readonly [number | null, string]> => {
  const { status, stdout, stderr } = await runInProcess(args, { cwd });
  expect(stdout).toBe('');
  expect(stderr.trimEnd()).not.toContain('\n');
  return [status, stderr];
};

const made = () => [
  'collect',
  '--in-process',
  '--root',
  directoryOf({ 'etc/hosts': 'x' }),
  '--only',
  'hosts',
];

describe.each(['summary', 'report', 'read', 'verify', 'shell', 'check-secrets'])('%s', (command) => {
  test('says that a URL must be downloaded first', async () => {
    const [status, stderr] = await failed(directoryOf(files), command, 'https://example.org/a.tar.gz');
    expect(status).toBe(2);
    expect(stderr).toBe(
      'hostspec: "https://example.org/a.tar.gz" is a URL, and hostspec reads files; download it, and give the path of the file\n',
    );
  });
});

test.each([
  ['diff', 'a', 'b', 'a'],
  ['report', 'a', 'b', 'b'],
])('%s with one archive too many says what to do', async (...args) => {
  const [status, stderr] = await failed(directoryOf(files), ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(
    'is one archive too many for hostspec ' +
      `${args[0]}; run it once for each archive, or compare two of them with hostspec diff or hostspec report\n`,
  );
  // What is not there is a mistake of another kind.
  expect((await failed(directoryOf(files), ...args.slice(0, -1), 'nothing'))[1]).toContain(
    'unexpected argument "nothing"',
  );
});

test('read with an archive in place of a spec says so', async () => {
  const cwd = directoryOf({ 'b.tar.gz': 'x' });
  expect((await runInProcess([...made(), '--output', 'a.tar.gz'], { cwd })).status).toBe(0);
  const [status, stderr] = await failed(cwd, 'read', 'a.tar.gz', 'b.tar.gz');
  expect(status).toBe(2);
  expect(stderr).toContain(
    '"b.tar.gz" is not a spec but a file; to read several archives, run it once for each',
  );
});

test('read with a spec in place of the archive says which comes first', async () => {
  const cwd = directoryOf({ 'a.tar.gz': 'x' });
  expect(await failed(cwd, 'read', 'hosts', 'a.tar.gz')).toEqual([
    2,
    'hostspec: a.tar.gz is a file, and hosts is not there; the archive comes first: hostspec read ARCHIVE SPEC\n',
  ]);
});

test('a file that is cut, and a zip file, are called that', async () => {
  const cwd = directoryOf({ 'host.zip': 'PK\x03\x04\x14' });
  expect((await runInProcess([...made(), '--output', 'a.tar.gz'], { cwd })).status).toBe(0);
  writeFileSync(join(cwd, 'cut.tar.gz'), readFileSync(join(cwd, 'a.tar.gz')).subarray(0, -200));
  expect((await failed(cwd, 'summary', 'cut.tar.gz'))[1]).toContain(
    'cut.tar.gz: it is truncated: its end is missing; copy or download it again\n',
  );
  expect((await failed(cwd, 'summary', 'host.zip'))[1]).toContain(
    'host.zip: it is a zip file; unpack it, and give the directory\n',
  );
});
