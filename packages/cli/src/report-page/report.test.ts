import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomContent } from '../../../../tools/test/seed.js';
import { directoryOf, fakeRoot, hostspec, startHostspec } from '../testing/cli.js';
import { ok, runInProcess } from '../testing/in-process.js';

const files = { 'host/sos_commands/host/uptime': ' 10:15:00 up 1 day\n', 'host/etc/hostname': 'web1\n' };

test('writes a new file that only its owner can read, and prints its path', async () => {
  const cwd = directoryOf(files);
  const output = join(cwd, 'web1.html');
  expect(await runInProcess(['report', 'host', '--output', 'web1.html'], { cwd })).toEqual({
    status: 0,
    stdout: `${output}\n`,
    stderr: '',
  });
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(readFileSync(output, 'utf8')).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
});

test('replaces nothing, and follows no link', async () => {
  const cwd = directoryOf({ ...files, 'mine.html': 'mine' });
  symlinkSync('elsewhere.html', join(cwd, 'link.html'));
  mkdirSync(join(cwd, 'pages'));
  const another = 'give the name of a new file with --output, or - for standard output';
  for (const [name, why] of [
    ['mine.html', 'it exists; give another name with --output, or replace it with --force'],
    ['link.html', `it is a symbolic link; ${another}`],
    ['pages', `it is a directory; ${another}`],
  ] as const) {
    const { status, stderr } = await runInProcess(['report', 'host', '--output', name], { cwd });
    expect({ name, status, stderr }).toEqual({
      name,
      status: 2,
      stderr: `hostspec: cannot write ${join(cwd, name)}: ${why}\n`,
    });
  }
  expect(readFileSync(join(cwd, 'mine.html'), 'utf8')).toBe('mine');
  expect(existsSync(join(cwd, 'elsewhere.html'))).toBe(false);
});

test('with -, writes to standard output alone', () => {
  const cwd = directoryOf(files);
  const { status, stdout, stderr } = hostspec(['report', 'host', '--output', '-'], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
  expect(existsSync(join(cwd, '-'))).toBe(false);
});

test('leaves no file if the archive cannot be read', async () => {
  const cwd = directoryOf({ 'broken.tar.gz': '\x1f\x8bbroken' });
  const args = ['report', 'broken.tar.gz', '--output', 'a.html'];
  expect(await runInProcess(args, { cwd })).toMatchObject({ status: 1 });
  expect(existsSync(join(cwd, 'a.html'))).toBe(false);
});

test('a signal leaves no file', async () => {
  const cwd = temporaryDirectory();
  const content = randomContent(80_000_000);
  mkdirSync(join(cwd, 'host/etc'), { recursive: true });
  writeFileSync(join(cwd, 'host/etc/hosts'), content);
  const { child, ended } = startHostspec(['report', 'host', '--output', 'a.html'], { cwd });
  while (!existsSync(join(cwd, 'a.html'))) await sleep(5);
  child.kill('SIGTERM');
  expect((await ended).status).toBe(143);
  expect(existsSync(join(cwd, 'a.html'))).toBe(false);
});

describe('a comparison', () => {
  /** Collects a host with these files, and returns the path of its archive. */
  const collected = async (contents: Readonly<Record<string, string>>): Promise<string> => {
    const output = join(temporaryDirectory(), 'x.tar.gz');
    await ok('collect', '--root', fakeRoot(contents), '--domain', 'kernel', '--output', output);
    return output;
  };

  const written = async (before: string, after: string) => {
    const cwd = temporaryDirectory();
    const { status, stderr } = await runInProcess(['report', before, after], { cwd });
    const [name = ''] = readdirSync(cwd);
    expect(name).toMatch(/-changes\.html$/);
    const file = join(cwd, name);
    const html = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const [, json = '{}'] = /<script type="application\/json" id="index">(.*?)<\/script>/.exec(html) ?? [];
    return { status, stderr, index: JSON.parse(json) };
  };

  test('has what hostspec diff shows, and the lines of the summaries that differ', async () => {
    const files = { 'etc/hostname': 'web1\n', 'proc/stat': 'btime 1717401600\n' };
    const { status, stderr, index } = await written(
      await collected({ ...files, 'proc/cmdline': 'quiet\n', 'proc/meminfo': 'MemTotal: 8000000 kB\n' }),
      await collected({ ...files, 'proc/cmdline': 'debug\n', 'proc/meminfo': 'MemTotal: 4000000 kB\n' }),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(index.specs).toMatchObject([
      { name: 'cmdline', added: 1, removed: 1, items: [{ lines: ['@@ -1,1 +1,1 @@', '-quiet', '+debug'] }] },
    ]);
    expect(index.leftOut.specs).toContain('meminfo');
    expect(index.summary).toContainEqual({
      section: 'Processors and memory',
      label: 'memory',
      before: expect.stringContaining('7.6 GiB'),
      after: expect.stringContaining('3.8 GiB'),
      from: 'meminfo',
    });
  });

  test('warns if the hosts differ, on standard error and in the page', async () => {
    const ofHost = (name: string) => collected({ 'etc/hostname': `${name}\n` });
    const { status, stderr, index } = await written(await ofHost('web1'), await ofHost('db1'));
    expect(status).toBe(0);
    expect(stderr).toContain(
      'warning: the archives are of different hosts: the host names are web1 and db1\n',
    );
    expect(index.differentHosts).toEqual(['the host names are web1 and db1']);
  });

  test('an archive without outcomes is one sentence, and no file', async () => {
    const cwd = directoryOf(files);
    const { status, stderr } = await runInProcess(['report', 'host', 'host'], { cwd });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^hostspec: .+ contains no outcomes of specs; to make an archive that does, run .+\n$/,
    );
    expect(readdirSync(cwd)).toEqual(['host']);
  });
});

const archives = (name: string) =>
  directoryOf({ 'h/insights_commands/hostname': `${name}\n`, 'h/etc/hosts': 'x\n' });

test.each([
  ['web1.example.org', 'web1.example.org.html'],
  ['../../etc/cron.d/evil', '%2F..%2Fetc%2Fcron.d%2Fevil.html'],
  ['-rf', 'rf.html'],
  ['..', 'host.html'],
  ['a'.repeat(300), `${'a'.repeat(64)}.html`],
])('the report of a host with the name %s is a file of its own here', async (name, file) => {
  const cwd = archives(name);
  const { status, stdout } = await runInProcess(['report', 'h'], { cwd });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${join(cwd, file)}\n` });
  expect(readdirSync(cwd).sort()).toEqual([file, 'h'].sort());
});

test('a report that exists is replaced with --force only', async () => {
  const cwd = archives('web1');
  writeFileSync(join(cwd, 'web1.html'), 'mine', { mode: 0o644 });
  expect(await runInProcess(['report', 'h'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'it exists; give another name with --output, or replace it with --force\n',
    ),
  });
  expect(readFileSync(join(cwd, 'web1.html'), 'utf8')).toBe('mine');
  expect((await runInProcess(['report', 'h', '--force'], { cwd })).status).toBe(0);
  expect(readFileSync(join(cwd, 'web1.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  // It has everything of the archive, whoever could read the file before.
  expect(statSync(join(cwd, 'web1.html')).mode & 0o777).toBe(0o600);
  expect(readdirSync(cwd).sort()).toEqual(['h', 'web1.html']);
});

test('--force replaces no link, and no directory', async () => {
  const cwd = archives('web1');
  writeFileSync(join(cwd, 'mine'), 'mine');
  symlinkSync('mine', join(cwd, 'link'));
  mkdirSync(join(cwd, 'directory'));
  for (const output of ['link', 'directory'])
    expect((await runInProcess(['report', 'h', '--force', '--output', output], { cwd })).status).toBe(2);
  expect(readFileSync(join(cwd, 'mine'), 'utf8')).toBe('mine');
  expect(readdirSync(cwd).sort()).toEqual(['directory', 'h', 'link', 'mine']);
});

test('a report that fails leaves the file that it was to replace', async () => {
  const cwd = directoryOf({ 'web1.html': 'mine', 'broken.tar.gz': '\x1f\x8bbroken' });
  const args = ['report', 'broken.tar.gz', '--force', '--output', 'web1.html'];
  expect((await runInProcess(args, { cwd })).status).toBe(1);
  expect(readFileSync(join(cwd, 'web1.html'), 'utf8')).toBe('mine');
});
