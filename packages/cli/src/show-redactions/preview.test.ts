import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';
import { type MaskedValue, valueFinder } from './masked-values.js';

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
  line 2  password-line  db_password = «Quiet7Harbour»
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
  () => {
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
    hostspec([...collect, '--keep-secrets', '--output', 'kept'], { cwd });
    expect(preview('kept')).toMatch(
      /«Quiet7Harbour»[\s\S]*\n3 values in 2 specs would be masked\. Nothing was stored\.\n$/,
    );
    hostspec([...collect, '--output', 'masked'], { cwd });
    expect(preview('masked')).toBe('Nothing would be masked.\n');
  },
);

test('refuses to write to anything but a terminal', () => {
  const cwd = temporaryDirectory();
  const { status, stdout, stderr } = hostspec(['show-redactions', '--preview', '--root', root()], { cwd });
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
])('%j is an error', (args, problem) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a'), 'x');
  const { status, stdout, stderr } = hostspec(['show-redactions', ...args], { cwd });
  expect(stderr).toContain(problem);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

function valuesOf(original: string, masked: string): MaskedValue[] {
  const values: MaskedValue[] = [];
  const finder = valueFinder((value) => void values.push(value));
  for (const byte of Buffer.from(original)) finder.original(Uint8Array.of(byte));
  for (const byte of Buffer.from(masked)) finder.masked(Uint8Array.of(byte));
  finder.end();
  return values;
}

test('finds several values of a line, and none in a mask that was there', () => {
  const mask = '__secret_a_b_12ab12ab__';
  expect(valuesOf(`1\nx one, two; ${mask}\n3`, `1\nx ${mask}, ${mask}; ${mask}\n3`)).toEqual([
    { line: 2, rule: 'a-b', before: 'x ', value: 'one', after: `, two; ${mask}` },
    { line: 2, rule: 'a-b', before: 'x one, ', value: 'two', after: `; ${mask}` },
  ]);
});

test('a number of JSON is shown without the quotes of its mask', () => {
  const mask = '"__secret_a_12ab12ab__"';
  expect(valuesOf('{"password": 12345, "x": 1}', `{"password": ${mask}, "x": 1}`)).toEqual([
    { line: 1, rule: 'a', before: '{"password": ', value: '12345', after: ', "x": 1}' },
  ]);
});

test('a line that is too long is shown without its values', () => {
  const long = 'x'.repeat(70_000);
  expect(valuesOf(`secret ${long}\nb`, `__secret_a_12ab12ab__ ${long}\nb`)).toEqual([]);
  expect(valuesOf(`secret ${long}\nb c`, `__secret_a_12ab12ab__ x\nb __secret_d_12ab12ab__`)).toEqual([
    { line: 1, rule: 'a', before: '', value: '', after: '' },
    { line: 2, rule: 'd', before: 'b ', value: 'c', after: '' },
  ]);
});
