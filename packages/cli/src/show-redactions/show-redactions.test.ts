import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

test('shows what a manifest says, by spec and rule', async () => {
  const cwd = temporaryDirectory();
  const root = fakeRoot({
    'etc/hosts': 'password = Quiet7Harbour\npassword = Amber9Lantern\n',
    'proc/cmdline': 'root=/dev/vda1 https://bob:Copper4Meadow@h/\n',
  });
  const args = ['--root', root, '--only', 'hosts,cmdline', '--output', 'h.tar.gz', '--quiet'];
  expect((await runInProcess(['collect', ...args], { cwd })).status).toBe(0);
  expect(await runInProcess(['show-redactions', 'h.tar.gz'], { cwd })).toEqual({
    status: 0,
    stderr: '',
    stdout: `cmdline  url-password   1
hosts    password-line  2
h.tar.gz: 3 secrets masked in 2 specs
  password-line  2  in 2 lines
  url-password   1  in 1 line
`,
  });
  expect(JSON.parse((await runInProcess(['show-redactions', 'h.tar.gz', '--json'], { cwd })).stdout)).toEqual(
    {
      path: 'h.tar.gz',
      masked: 3,
      rules: { 'url-password': 1, 'password-line': 2 },
      specs: { cmdline: { 'url-password': 1 }, hosts: { 'password-line': 2 } },
      more: 0,
      lines: { 'url-password': 1, 'password-line': 2 },
      unseen: [],
    },
  );
});

test('counts the masks in anything else', async () => {
  const mask = (rule: string): string => `__secret_${rule.replaceAll('-', '_')}_12ab12ab__`;
  const cwd = directoryOf({
    'd/a': `${'x'.repeat(262_130)}${mask('url')} ${mask('url')}`,
    'd/b.gz': gzipSync(mask('token')),
    [`d/${mask('name')}`]: 'x',
    'd/none': 'x',
    'd/c.xz': Buffer.from('fd377a585a0000', 'hex'),
  });
  const { status, stdout } = await runInProcess(['show-redactions', 'd', '--json'], { cwd });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    path: 'd',
    masked: 4,
    rules: { name: 1, token: 1, url: 2 },
    files: { a: { url: 2 }, 'b.gz': { token: 1 }, [mask('name')]: { name: 1 } },
    more: 0,
    lines: { token: 1, url: 1 },
    unseen: [{ path: 'c.xz', reason: 'it is packed by xz, which is not opened' }],
  });
  expect((await runInProcess(['show-redactions', 'd'], { cwd })).stdout).toContain(
    '\nNot looked into: c.xz: it is packed by xz, which is not opened\n',
  );
  expect((await runInProcess(['show-redactions', join('d', 'none')], { cwd })).stdout).toBe(
    'd/none: nothing was masked\n',
  );
});

test('names what a run left out because it is packed', async () => {
  const cwd = temporaryDirectory();
  const root = fakeRoot({ 'etc/hosts': '' });
  writeFileSync(join(root, 'etc/hosts'), Buffer.from('fd377a585a000004e6d6b446', 'hex'));
  const args = ['--root', root, '--only', 'hosts', '--output', 'h.tar.gz', '--quiet'];
  await runInProcess(['collect', ...args], { cwd });
  expect((await runInProcess(['show-redactions', 'h.tar.gz'], { cwd })).stdout).toContain(
    'Not looked into: hosts: left out: it is packed by xz, so nothing in it could be masked\n',
  );
});
