import { expect, test } from 'vitest';
import { noiseRule } from '../noise/index.js';
import { keyValuesOf } from './index.js';

const shown = (spec: string, text: string): string[] =>
  keyValuesOf(spec, text).map(({ section, key, value, number, line }) =>
    [line, section ?? '', key, value, ...(number === undefined ? [] : [number])].join('|'),
  );

test.each([
  [
    'key = value, and comments',
    'sysctl',
    '# x\nvm.swappiness = 60\nnet.ipv4.tcp_rmem = 4096\t6\n',
    ['2||vm.swappiness|60|60', '3||net.ipv4.tcp_rmem|4096\t6'],
  ],
  [
    'key: value, below headings and in blocks',
    'dmidecode',
    'System Information\n\tManufacturer: ACME\n\tUUID: 1-2\nmodel name\t: Quick\n',
    ['2|System Information|Manufacturer|ACME', '3|System Information|UUID|1-2', '4||model name|Quick'],
  ],
  [
    'INI',
    'x',
    '[main]\ngpgcheck=1\n; no\n[other]\na = -1.5\n',
    ['2|main|gpgcheck|1|1', '5|other|a|-1.5|-1.5'],
  ],
  ['settings', 'sshd_config', 'Port 22\nPermitRootLogin no\n', ['1||Port|22|22', '2||PermitRootLogin|no']],
  [
    'the settings that sshd uses',
    'sshd_test_mode',
    'port 22\npermitrootlogin no\n',
    ['1||port|22|22', '2||permitrootlogin|no'],
  ],
  ['nothing in the same text of another spec', 'x', 'Port 22\nPermitRootLogin no\n', []],
  [
    'JSON, with the line of each value',
    'x',
    '{\n "a": {"b.c": [true,\n {"d\\"": "x\\n"}, -2]},\n "e": null}\n',
    ['2|a.b.c|0|true', '3|a.b.c.1|d"|x\n', '3|a.b.c|2|-2|-2', '4||e|null'],
  ],
  ['JSON that is broken: nothing', 'x', '{"a": 1\n', []],
  [
    'a table whose columns are words',
    'x',
    'NAME   MAJ:MIN TYPE MOUNTPOINTS\nsda    8:0     disk\n└─sda1 8:1     part /boot /srv\n',
    [
      ...['2|sda|MAJ:MIN|8:0', '2|sda|TYPE|disk', '3|sda1|MAJ:MIN|8:1', '3|sda1|TYPE|part'],
      '3|sda1|MOUNTPOINTS|/boot /srv',
    ],
  ],
  [
    'a table whose cells have blanks',
    'x',
    'CONTAINER ID  IMAGE  STATUS\n01  redis  Up 2 days\n02  web  Exited (0)\n',
    ['2|01|IMAGE|redis', '2|01|STATUS|Up 2 days', '3|02|IMAGE|web', '3|02|STATUS|Exited (0)'],
  ],
  [
    'a listing',
    'ls_lan',
    '/etc:\ntotal 8\n-rw-r--r--. 1 0 0 123 Jan  3 2025 a b\nls: x: error\n',
    ['3|/etc|a b|-rw-r--r--. 0 0'],
  ],
  [
    'a log: nothing',
    'messages',
    'Nov 25 10:00:00 web01 sshd[1]: Failed: x\n2026-01-01T10:00:00Z a b: c\n[ 1.5] usb 1-1: new\n',
    [],
  ],
  ['text: nothing', 'x', 'Linux web01 6.1 #1 SMP\nroot:x:0:0:root:/root:/bin/sh\n', []],
  ['nothing at all', 'x', '', []],
])('%s', (_, spec, text, rows) => {
  expect(shown(spec, text)).toEqual(rows);
});

test('a listing without its noise has the same values', () => {
  const text =
    '/etc:\ndrwxr-xr-x 2 root root 4096 Jan  3 10:00 d\n-rw-r----- 1 root adm 12 Jan  3 2025 shadow\n';
  const stable = noiseRule('ls_la')
    ?.keys?.(text.split('\n'))
    .map((key) => key ?? '');
  expect(shown('ls_la', (stable ?? []).join('\n'))).toEqual(shown('ls_la', text));
  expect(shown('ls_la', text)).toHaveLength(2);
});

test('long, deep or many values are cut', () => {
  const long = keyValuesOf('x', `a = ${'x'.repeat(100_000)}\n`);
  expect(long[0]?.value).toHaveLength(2000);
  expect(keyValuesOf('x', 'a = 1\n'.repeat(60_000))).toHaveLength(50_000);
  expect(keyValuesOf('x', `[${'1,'.repeat(60_000)}1]`)).toHaveLength(50_000);
  expect(keyValuesOf('x', `${'['.repeat(5000)}1${']'.repeat(5000)}`)).toEqual([]);
  expect(keyValuesOf('x', `["${'\\\\'.repeat(100_000)}"]`)).toHaveLength(1);
});

// Each of these would take minutes if a pattern backtracked over the line, and the test would be ended.
test.each([' ', '\t', ':', 'a ', 'a:', '=', '-', '"', '\\"', '[', '{"a":', '─'])(
  'many %j take little time',
  (piece) => {
    for (const spec of ['x', 'x_conf', 'ls_la']) {
      keyValuesOf(spec, piece.repeat(200_000));
      keyValuesOf(spec, `NAME TYPE\n${`a ${piece.repeat(2000)}\n`.repeat(100)}`);
      keyValuesOf(spec, `["${piece.repeat(100_000)}"]`);
    }
  },
);
