import { readdirSync } from 'node:fs';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { bin, directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { typeAt } from '../testing/terminal.js';

const files = {
  'etc/hostname': 'web01\n',
  'etc/hosts': '127.0.0.1 localhost\n',
  'etc/with blank/file': 'blank\n',
  'etc/hosts\u001b[2Jevil': '',
  'sos_commands/networking/ip_addr': '1: lo\n',
  'sos_commands/networking/ip_route': 'default\n',
};

const shell = (input: string) => runInProcess(['shell', directoryOf(files)], { input });

test('lines from standard input: a current directory, and the status of the last line', async () => {
  const lines = 'cd /etc\npwd\ncat hosts\ncd ..\npwd\ncd -\npwd\ncd\npwd';
  expect(await shell(lines)).toEqual({
    status: 0,
    stdout: '/etc\n127.0.0.1 localhost\n/\n/etc\n/\n',
    stderr: '',
  });
  expect(await shell('cat /none\n')).toMatchObject({ status: 1, stderr: 'cat: /none: not in the archive\n' });
  expect(await shell('cat /none\nexit\npwd\n')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'cat: /none: not in the archive\n',
  });
  expect((await shell('cat /none\nexit 0\n')).status).toBe(0);
  expect((await shell('pwd\nquit 3\n')).status).toBe(3);
});

test('a wrong line does not end it', async () => {
  expect(await shell('ls > x\ncd /none\ncd /etc/hosts\n\n# nothing\npwd\n')).toEqual({
    status: 0,
    stdout: '/\n',
    stderr: `hostspec: ">" is not understood here; allowed: commands with pipes (|) between them; put quotes around text that contains it
cd: /none: not in the archive
cd: /etc/hosts: is not a directory
`,
  });
});

test('help names the built-in commands', async () => {
  const { stdout } = await shell('help\n');
  for (const name of ['cat', 'cd', 'commands', 'exit', 'grep', 'ls']) expect(stdout).toContain(name);
});

type Keys = readonly (readonly [keys: string, wanted: string])[];

/** Types at the prompt; each text waits for what must appear. Returns what appeared for each, and the exit status. */
const typed = (...keys: Keys): [readonly string[], number] => typedAs(temporaryDirectory(), ...keys);

function typedAs(home: string, ...keys: Keys): [readonly string[], number] {
  const shell = [process.execPath, bin, 'shell', directoryOf(files)];
  const argv = ['env', '-u', 'XDG_STATE_HOME', `HOME=${home}`, ...shell];
  const { answers, status } = typeAt({ argv, first: '> ', typed: keys, last: '\x04' });
  return [answers, status];
}

needs('python3')('at a terminal: the prompt, the history, and Ctrl-D', () => {
  const [answers, status] = typed(
    ['cd /etc\r', 'web01:/etc> '],
    ['cat hosts\r', 'localhost'],
    // Up, twice: cd /etc; and down: cat hosts.
    ['\x1b[A\x1b[A\x1b[B\r', 'localhost'],
    ['cat /none\r', 'not in the archive'],
  );
  expect(answers[0]).toContain('web01:/> ');
  expect(status).toBe(1);
});

needs('python3')('at a terminal: the tab key completes programs, recorded words and paths', () => {
  const [answers] = typed(
    ['ip ro\t', 'ip route '],
    ['\r', 'default'],
    ['cat /etc/hostn\t', '/etc/hostname '],
    ['\r', 'web01'],
    ['cat /etc/w\t', '/etc/with\\ blank/'],
    ['f\t\r', 'blank'],
    ['comm\t', 'commands '],
    ['\r', 'ip addr'],
    ['ls /etc/ho\t', '/etc/host'],
    ['\t', 'hosts'],
    ['\x03', '^C'],
  );
  // A name that could control the terminal is not offered.
  expect(answers.at(-2)).not.toContain('evil');
});

needs('python3')('at a terminal: Ctrl-C drops the line, and does not end the shell', () => {
  const [answers, status] = typed(['cat /etc/hos\x03', '> '], ['pwd\r', '/\r\n'], ['help\r', 'Ctrl-C']);
  expect(answers[1]).toContain('^C');
  expect(status).toBe(0);
});

needs('python3')('at a terminal: the history of the shell before it', () => {
  const home = temporaryDirectory();
  typedAs(home, ['pwd\r', '/\r\n'], ['cat /etc/hostname\r', 'web01']);
  const [answers] = typedAs(home, ['\x1b[A\x1b[A', 'pwd'], ['\x1b[B\r', 'web01\r\n']);
  expect(answers).toHaveLength(3);
});

test('lines from standard input are not kept', async () => {
  const home = temporaryDirectory();
  await runInProcess(['shell', directoryOf(files)], { input: 'pwd\n', env: { HOME: home } });
  expect(readdirSync(home)).toEqual([]);
});
