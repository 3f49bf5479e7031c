import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';

test('shows what a manifest says, by spec and rule', () => {
  const cwd = temporaryDirectory();
  const root = fakeRoot({
    'etc/hosts': 'password = Quiet7Harbour\npassword = Amber9Lantern\n',
    'proc/cmdline': 'root=/dev/vda1 https://bob:Copper4Meadow@h/\n',
  });
  const args = ['--root', root, '--only', 'hosts,cmdline', '--output', 'h.tar.gz', '--quiet'];
  expect(hostspec(['collect', ...args], { cwd }).status).toBe(0);
  expect(hostspec(['show-redactions', 'h.tar.gz'], { cwd })).toEqual({
    status: 0,
    stderr: '',
    stdout: `cmdline  url-password   1
hosts    password-line  2
h.tar.gz: 3 secrets masked in 2 specs
`,
  });
  expect(JSON.parse(hostspec(['show-redactions', 'h.tar.gz', '--json'], { cwd }).stdout)).toEqual({
    path: 'h.tar.gz',
    masked: 3,
    rules: { 'url-password': 1, 'password-line': 2 },
    specs: { cmdline: { 'url-password': 1 }, hosts: { 'password-line': 2 } },
    more: 0,
  });
});

test('counts the masks in anything else', () => {
  const mask = (rule: string): string => `__secret_${rule.replaceAll('-', '_')}_12ab12ab__`;
  const cwd = directoryOf({
    'd/a': `${'x'.repeat(262_130)}${mask('url')} ${mask('url')}`,
    'd/b.gz': gzipSync(mask('token')),
    [`d/${mask('name')}`]: 'x',
    'd/none': 'x',
  });
  const { status, stdout } = hostspec(['show-redactions', 'd', '--json'], { cwd });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    path: 'd',
    masked: 4,
    rules: { name: 1, token: 1, url: 2 },
    files: { a: { url: 2 }, 'b.gz': { token: 1 }, [mask('name')]: { name: 1 } },
    more: 0,
  });
  expect(hostspec(['show-redactions', join('d', 'none')], { cwd }).stdout).toBe(
    'd/none: nothing was masked\n',
  );
});
