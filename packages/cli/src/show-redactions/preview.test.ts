import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

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
  const { status, stdout, stderr } = await runInProcess(['show-redactions', '--preview', '--root', root()], {
    cwd,
  });
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
