import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLines } from '@hostspec/spec';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { hostFromFile } from './index.js';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

const host = (text: string): ReturnType<typeof hostFromFile> => {
  const path = join(folder, 'host.yaml');
  writeFileSync(path, text);
  return hostFromFile(path);
};

test('a host has the files and commands of its file, its os-release and its service manager', async () => {
  const made = host(`
os: { ID: debian, VERSION_ID: '12' }
files:
  /etc/debian_version: "12.8\\n"
  /run/snapd.socket: { kind: socket }
commands:
  /usr/bin/dpkg -l: |
    ii  bash
  /usr/bin/dpkg --audit: { status: 1, output: "broken\\n" }
  /usr/bin/snap list:
`);
  const text = async (path: string) => new TextDecoder().decode(await made.readFile(path));
  expect(await text('/etc/os-release')).toBe('ID="debian"\nVERSION_ID="12"\n');
  expect(await text('/etc/debian_version')).toBe('12.8\n');
  expect(await made.stat('/run/snapd.socket')).toMatchObject({ kind: 'socket' });
  expect(await made.stat('/usr/lib/systemd/systemd')).toBeDefined();
  expect(await runLines(made, '/usr/bin/dpkg -l')).toEqual(['ii  bash']);
  expect(await made.run('/usr/bin/dpkg --audit')).toMatchObject({ rc: 1 });
  expect(await runLines(made, '/usr/bin/snap list')).toEqual([]);
});

test('Alpine has OpenRC', async () => {
  const made = host('os: { ID: alpine }');
  expect(await made.stat('/sbin/openrc')).toBeDefined();
  expect(await made.stat('/usr/lib/systemd/systemd')).toBeUndefined();
});

test('the journal takes any window, and is read backwards by the host', async () => {
  const made = host(`
os: { ID: debian }
commands:
  /usr/bin/journalctl --no-pager -b: |
    Nov 20 a[1]: first
        second line
    Nov 21 b[2]: last
`);
  const forwards = ['Nov 20 a[1]: first', '    second line', 'Nov 21 b[2]: last'];
  expect(await runLines(made, '/usr/bin/journalctl --no-pager -b --since=@1')).toEqual(forwards);
  expect(await runLines(made, '/usr/bin/journalctl --no-pager -b -r --since=@1 --until=@2')).toEqual([
    'Nov 21 b[2]: last',
    'Nov 20 a[1]: first',
    '    second line',
  ]);
});

test.each(['', 'files: {}', 'os: debian', 'os: {}\nfile: {}', 'os: {}\nfiles: a'])(
  'a file that is not a host is refused: %j',
  (text) => {
    expect(() => host(text)).toThrow('host.yaml: a host has os');
  },
);
