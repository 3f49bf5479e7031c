import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec } from '../testing/cli.js';
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

describe('the preview', () => {
  const itOnTerminal = needs('python3');

  /** A command prefix that gives the command a terminal, whose output goes to standard output. */
  const onTerminal = [
    '/usr/bin/python3',
    '-c',
    'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))',
  ];

  const root = () =>
    fakeRoot({
      'etc/nscd.conf': `a\ndb_password = Quiet7Harbour\nZephyr and http://bob:Amber9Lantern@h/ ${'x'.repeat(99)}\n`,
      'etc/chrony.conf': 'server 192.0.2.1\n',
      'etc/yum.conf': 'password = Copper4Meadow\n',
    });
  const selected = ['--only', 'nscd_conf,chrony_conf,yum_conf'];

  const onlyText = (text: string) => text.replaceAll('\r\n', '\n');

  itOnTerminal('shows the lines with the values on a terminal, and stores nothing', () => {
    const cwd = directoryOf({ 'deny.yaml': 'files: [/etc/yum.conf]\nkeywords: [zephyr]\n' });
    const args = ['show-redactions', '--preview', '--root', root(), ...selected, '--deny', 'deny.yaml'];
    const { status, stdout } = hostspec(args, { cwd, before: onTerminal, env: { NO_COLOR: '1' } });
    expect(onlyText(stdout)).toBe(`nscd_conf  /etc/nscd.conf
  line 2  secret-column  db_password = «Quiet7Harbour»
  line 3  keyword        «Zephyr» and http://bob:Ambe…
  line 3  url-password   Zephyr and http://bob:«Amber9Lantern»@h/ xxxxxxxxxxxxxxxx…
3 values in 1 spec would be masked. Nothing was stored.
`);
    expect(status).toBe(0);
    expect(readdirSync(cwd)).toEqual(['deny.yaml']);
  });

  itOnTerminal('counts the values of lines that are too long to show', () => {
    const text = `${'x '.repeat(40_000)}password = Quiet7Harbour\n`;
    const args = ['show-redactions', '--preview', '--root', fakeRoot({ 'etc/nscd.conf': text }), ...selected];
    const { stdout } = hostspec(args, { before: onTerminal, env: { NO_COLOR: '1' } });
    expect(onlyText(stdout)).toBe(
      'nscd_conf  /etc/nscd.conf\n  and 1 more value\n1 value in 1 spec would be masked. Nothing was stored.\n',
    );
  });

  itOnTerminal('highlights the values, and escapes what could control the terminal', () => {
    const text = 'password = Quiet\u001b[2J7Harbour\n';
    const args = ['show-redactions', '--preview', '--root', fakeRoot({ 'etc/nscd.conf': text }), ...selected];
    const { stdout } = hostspec(args, {
      cwd: temporaryDirectory(),
      before: onTerminal,
      env: { TERM: 'xterm' },
    });
    expect(stdout).toContain('«\u001b[1mQuiet\\x1b[2J7Harbour\u001b[22m»');
  });

  itOnTerminal(
    'shows an archive that was collected with its secrets, and nothing of one that is masked',
    async () => {
      const cwd = temporaryDirectory();
      const preview = (archive: string) =>
        onlyText(
          hostspec(['show-redactions', '--preview', '--archive', archive, ...selected], {
            cwd,
            before: onTerminal,
            env: { NO_COLOR: '1' },
          }).stdout,
        );
      const collect = ['collect', '--root', root(), ...selected];
      await runInProcess([...collect, '--keep-secrets', '--output', 'kept'], { cwd });
      expect(preview('kept')).toMatch(
        /«Quiet7Harbour»[\s\S]*\n3 values in 2 specs would be masked\. Nothing was stored\.\n$/,
      );
      await runInProcess([...collect, '--output', 'masked'], { cwd });
      expect(preview('masked')).toBe('Nothing would be masked.\n');
    },
  );

  test('refuses to write to anything but a terminal', async () => {
    const cwd = temporaryDirectory();
    const { status, stdout, stderr } = await runInProcess(
      ['show-redactions', '--preview', '--root', root()],
      {
        cwd,
      },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      'hostspec: --preview shows secrets, so it writes only to a terminal, and standard output is not one; run it without a pipe or a file\n',
    );
  });

  test.each([
    [['--preview', '--json'], '--json is not allowed with --preview'],
    [['--preview', 'a'], 'ARCHIVE a is not allowed with --preview; allowed: --archive a'],
    [['a', '--only', 'x'], '--only is not allowed without --preview'],
    [[], 'ARCHIVE is missing; allowed: an archive, a directory, a file or -, or --preview'],
  ])('%j is an error', async (args, problem) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a'), 'x');
    const { status, stdout, stderr } = await runInProcess(['show-redactions', ...args], { cwd });
    expect(stderr).toContain(problem);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});
