import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { fakeRoot } from '../testing/cli.js';
import { archiveOf, runInProcess } from '../testing/in-process.js';

/** An archive whose run ended at a limit of its content. */
async function endedEarly(): Promise<string> {
  const output = join(temporaryDirectory(), 'archive');
  const root = fakeRoot({ 'etc/hosts': '127.0.0.1 localhost\n', 'etc/resolv.conf': 'nameserver 1.1.1.1\n' });
  const args = ['--only', 'hosts,resolv_conf,cmdline', '--max-bytes', '30'];
  await runInProcess([
    'collect',
    '--root',
    root,
    ...args,
    '--jobs',
    '1',
    '--format',
    'directory',
    '--output',
    output,
  ]);
  return output;
}

test('a run that ended early is not complete: in words, in JSON, and by an exit status of its own', async () => {
  const archive = await endedEarly();
  const { status, stdout } = await runInProcess(['verify', archive]);
  expect({ status, stdout }).toEqual({
    status: 4,
    stdout: expect.stringMatching(
      /^.*: every item has the size and SHA-256 in the manifest\n.*: not everything was collected: the run ended early: .*30 bytes.*\n$/,
    ),
  });
  const data = await runInProcess(['verify', archive, '--json']);
  expect(data.status).toBe(4);
  expect(JSON.parse(data.stdout)).toEqual({
    archive,
    whole: true,
    interrupted: expect.stringContaining('30 bytes'),
    problems: [],
  });
});

test('an archive that was also changed is a failure, and both are said', async () => {
  const archive = await endedEarly();
  rmSync(join(archive, 'insights_archive.txt'));
  const { status, stdout } = await runInProcess(['verify', archive]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/insights_archive\.txt is missing\n.*: the run ended early: /);
  expect(stdout).not.toContain('every item');
});

test('read says it too, and a name that would control the terminal is shown as escapes', async () => {
  const archive = await endedEarly();
  expect((await runInProcess(['read', archive])).stdout).toMatch(/^.*; ended early: .*30 bytes/);
  writeFileSync(join(archive, 'data/x\x1b[2J'), '');
  const { status, stdout } = await runInProcess(['verify', archive]);
  expect(status).toBe(1);
  expect(stdout).toContain('data/x');
  expect(stdout).not.toContain('\x1b');
});

test('verify names every problem', async () => {
  const archive = await archiveOf({}, 'directory');
  writeFileSync(join(archive, 'data/etc/hosts'), '127.0.0.1 localhosT\n');
  writeFileSync(join(archive, 'data/etc/extra'), '');
  rmSync(join(archive, 'data/proc/cmdline'));
  const { status, stdout } = await runInProcess(['verify', archive]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/: data\/etc\/hosts of spec hosts has sha256 \w+, but the manifest says \w+\n/);
  expect(stdout).toContain(': data/etc/extra is not explained by the manifest\n');
  expect(stdout).toContain(': data/proc/cmdline of spec cmdline is missing\n');
});

test('a name with a line end makes no line of its own', async () => {
  const archive = join(temporaryDirectory(), 'a\nb: complete; .tar.gz');
  const made = await runInProcess([
    'collect',
    '--root',
    fakeRoot({ 'etc/hosts': 'a\n' }),
    '--only',
    'hosts',
    '--quiet',
    '--output',
    archive,
  ]);
  expect(made.stdout).toBe(`${archive.replace('\n', '\\n')}\n`);
  expect((await runInProcess(['verify', archive])).stdout).toMatch(
    /^\S+a\\nb: complete; \.tar\.gz: complete; [^\n]+\n$/,
  );
});
