import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

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
