import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const check = (cwd: string, ...args: string[]) => runInProcess(['check-secrets', ...args], { cwd });

test('names the place, line and rule of each secret, and counts those of a line', async () => {
  const cwd = directoryOf({
    'd/a.txt': 'x\ny\npassword = Quiet7Harbour\n',
    'd/b': `${'line\n'.repeat(50_000)}--password Amber9Lantern --password Copper4Meadow\n`,
    'd/c.gz': gzipSync('\ntoken=ghp_a1B2c3D4e5F6g7H8j9K0a1B2c3D4e5F6g7H8\n'),
    'd/password=Silver3Canyon': '',
    'd/.erlang.cookie': 'Silver3Canyon',
    'd/masked': 'password = __secret_password_line_12341234__\n',
    'd/block': '-----BEGIN PRIVATE KEY-----\n__secret_private_key_12ab12ab__\n-----END PRIVATE KEY-----\n',
  });
  const { status, stdout, stderr } = await check(cwd, 'd');
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(
    stdout
      .split('\n')
      .map((line) => line.replace(/_[0-9a-f]{8}__/, '__'))
      .sort(),
  ).toEqual(
    [
      '',
      '.erlang.cookie:1: secret-file',
      'a.txt:3: password-line',
      'b:50001: option-password (2)',
      'c.gz:2: github-token',
      'password=__secret_password_line__: in the name: password-line',
      'd: 6 secrets in 5 of 7 files',
      '  github-token     1',
      '  option-password  2',
      '  password-line    2',
      '  secret-file      1',
    ].sort(),
  );
  expect(JSON.parse((await check(cwd, 'd/a.txt', '--json')).stdout)).toEqual({
    path: 'd/a.txt',
    secrets: 1,
    files: 1,
    checked: 1,
    rules: { 'password-line': 1 },
    findings: [{ path: join(cwd, 'd/a.txt'), line: 3, rule: 'password-line', count: 1 }],
    more: 0,
    unread: [],
    unopened: [],
  });
});

test('lists the secrets of a file by line, whatever finds them', async () => {
  const cwd = directoryOf({
    'a.conf': 'sauce = qF7xR2mVt9Lp\nadmin://bob:Quiet7Harbour@h\nzone_key = word\n',
  });
  const rules = (await check(cwd, 'a.conf')).stdout.match(/a\.conf:\d: [a-z-]+/g);
  expect(rules?.map((each) => each.split(':')[1])).toEqual(['1', '2', '3']);
});

test('a clean input has none', async () => {
  const cwd = directoryOf({ 'd/hosts': '127.0.0.1 localhost\n', 'd/empty': '' });
  expect(await check(cwd, 'd')).toEqual({ status: 0, stderr: '', stdout: 'd: no secret found in 2 files\n' });
  const collect = ['collect', '--root', fakeRoot(), '--only', 'hosts', '--output', 'h.tar.gz', '--quiet'];
  expect((await runInProcess(collect, { cwd })).status).toBe(0);
  expect(await check(cwd, 'h.tar.gz')).toMatchObject({ status: 0, stderr: '' });
});

test('counts the files that redact counts: not what hostspec wrote beside them, and a file inside another not once more', async () => {
  const secret = 'password = Quiet7Harbour\n';
  const cwd = directoryOf({
    'd/a': secret,
    'd/b.gz': gzipSync(secret),
    'd/c': '',
    'inner/x': secret,
    'inner/y': secret,
  });
  execFileSync('tar', ['-C', cwd, '-cf', join(cwd, 'd/inner.tar'), 'inner']);
  const collect = ['collect', '--root', fakeRoot({ 'etc/motd': 'x' }), '--domain', 'kernel,networking'];
  for (const format of ['tar.gz', 'ndjson', 'directory'])
    expect(
      (await runInProcess([...collect, '--format', format, '--output', `h.${format}`], { cwd })).status,
    ).toBe(0);
  const filesOf = (text: string): string | undefined => / in (.*)\n/.exec(text)?.[1];
  for (const name of ['d', 'h.tar.gz', 'h.ndjson', 'h.directory']) {
    const { stdout } = await runInProcess(['redact', name, '--output', `${name}.masked`, '--force'], { cwd });
    const [, total] = / of (\d+ files)/.exec(filesOf(stdout) ?? '') ?? [];
    expect(total).toBeDefined();
    expect(filesOf((await check(cwd, name)).stdout.replace(/^.*:\d+: .*\n/gm, ''))).toMatch(
      new RegExp(`(?:^|of )${total}$`),
    );
  }
  expect((await check(cwd, 'd')).stdout).toContain('d: 4 secrets in 3 of 4 files\n');
});

test('what cannot be checked or is not opened is named, and never looks clean', async () => {
  const xz = Buffer.from('fd377a585a0000', 'hex');
  const cwd = directoryOf({
    'd/cut.gz': gzipSync('x'.repeat(1000)).subarray(0, 20),
    'd/b.xz': xz,
    'x/b.xz': xz,
    'x/hosts': '127.0.0.1 localhost\n',
  });
  expect(await check(cwd, 'x')).toEqual({
    status: 1,
    stderr: '',
    stdout:
      'Not opened: b.xz: it is packed by xz, which is not opened\nx: no secret found in 2 files, but not everything could be checked\n',
  });
  expect(await check(cwd, 'x', '--json')).toMatchObject({ status: 1, stderr: '' });
  expect((await check(cwd, 'd')).status).toBe(1);
  expect((await check(cwd, 'd')).stdout.split('\n').sort()).toEqual([
    '',
    'Not checked: cut.gz: it is truncated: its end is missing; copy or download it again',
    'Not opened: b.xz: it is packed by xz, which is not opened',
    'd: no secret found in 2 files, but not everything could be checked',
  ]);
  expect(await check(cwd, 'nowhere')).toMatchObject({
    status: 1,
    stderr: `hostspec: cannot read ${join(cwd, 'nowhere')}: no such file or directory\n`,
  });
  expect((await check(cwd)).status).toBe(2);
});

test('UTF-16 is read, and named if it has no mark', async () => {
  const secret = 'db_password = Quiet7Harbour\r\n';
  const cwd = directoryOf({
    'a/x.reg': Buffer.from(`\ufeff${secret}`, 'utf16le'),
    'b/x.txt': Buffer.from(secret, 'utf16le'),
  });
  expect(await check(cwd, 'a')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('x.reg:1: password\n'),
  });
  expect(await check(cwd, 'b')).toEqual({
    status: 1,
    stderr: '',
    stdout:
      'Not opened: x.txt: it seems to be UTF-16 without its mark, which is not read\nb: no secret found in 1 file, but not everything could be checked\n',
  });
});

test('hostile names and lines do no harm', async () => {
  const cwd = directoryOf({ 'd/\x1b[2Jpassword=Quiet7Harbour\nx': 'x' });
  writeFileSync(join(cwd, 'd/long'), Buffer.alloc(64 * 1024 * 1024, 'x'));
  writeFileSync(join(cwd, 'd/dense'), Buffer.alloc(1024 * 1024, 'password '));
  const { status, stdout, stderr } = await check(cwd, 'd');
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain('\\x1b[2Jpassword=__secret_');
  expect(stdout).not.toContain('\x1b');
  expect(stdout).not.toContain('Quiet7Harbour');
});

test('the list of findings ends, the counts do not', async () => {
  const cwd = directoryOf({ a: 'password = Quiet7Harbour\n'.repeat(10_050) });
  const { findings, more, secrets } = JSON.parse((await check(cwd, 'a', '--json')).stdout);
  expect({ listed: findings.length, more, secrets }).toEqual({ listed: 10_000, more: 50, secrets: 10_050 });
  expect((await check(cwd, 'a')).stdout).toContain('\nThere are 50 more places.\n');
});
