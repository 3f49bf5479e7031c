import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, hostspec, parentOfPrograms, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const run = (archive: string, ...words: string[]) => runInProcess(['run', archive, '--', ...words]);

const catalog = `name: site
version: "1.0.0"
add:
  greeting: { type: simple_command, command: /bin/echo hello world, doc: words }
  broken: { type: simple_command, command: /bin/ls /nonexistent-directory, doc: fails }
  gone: { type: simple_command, command: /usr/bin/hostspec-test-gone -x, doc: not there }
  names: { type: simple_file, path: /etc/hosts, doc: names }
`;

test('an archive of hostspec answers with output, exit status and reasons', async () => {
  const archive = join(temporaryDirectory(), 'host.tar.gz');
  const folder = directoryOf({ 'catalog.yaml': catalog }, parentOfPrograms);
  const arguments_ = ['--catalog', join(folder, 'catalog.yaml'), '--output', archive, '--quiet'];
  expect(hostspec(['collect', ...arguments_], { before: withoutNetwork })).toMatchObject({
    status: 0,
    stderr: '',
  });

  expect(await run(archive, '/bin/echo', 'hello', 'world')).toEqual({
    status: 0,
    stdout: 'hello world\n',
    stderr: '',
  });
  expect(await run(archive, 'echo hello world | wc -w')).toEqual({
    status: 0,
    stdout: '2\n',
    stderr: 'answered by /bin/echo hello world\n',
  });
  expect(await run(archive, 'echo hello world 2>/dev/null')).toMatchObject({ stderr: '' });
  // Options after the first word of the command are its own, with -- before it and without.
  const withoutMark = await runInProcess(['run', archive, 'hostspec-test-gone', '-x', '--help', '-h']);
  expect(withoutMark).toEqual(await run(archive, 'hostspec-test-gone', '-x', '--help', '-h'));
  expect(withoutMark.stderr).toContain('hostspec-test-gone -x --help -h');
  expect(await run(archive, 'echo', 'hello world')).toEqual({
    status: 127,
    stdout: '',
    stderr: "echo: the archive has no output of echo 'hello world'; it has: /bin/echo hello world\n",
  });
  expect(await run(archive, 'ls', '/nonexistent-directory')).toMatchObject({ status: 2 });
  expect(await run(archive, 'hostspec-test-gone', '-x')).toEqual({
    status: 127,
    stdout: '',
    stderr: 'hostspec-test-gone: command not found: /usr/bin/hostspec-test-gone\n',
  });
  expect(await run(archive, 'cat', '/etc/hosts')).toMatchObject({
    status: 0,
    stdout: readFileSync('/etc/hosts', 'utf8'),
  });
  expect((await run(archive, 'commands')).stdout).toContain('\n/bin/ls /nonexistent-directory\n');
});

const addr = '1: lo: <LOOPBACK>\n    inet 127.0.0.1/8\n';

describe.each([
  [
    'insights-core',
    { 'insights_archive.txt': '', 'data/insights_commands/ip_addr': addr, 'data/etc/hosts': 'HOSTS\n' },
  ],
  ['insights-core without metadata', { 'insights_commands/ip_addr': addr, 'etc/hosts': 'HOSTS\n' }],
  ['sos', { 'sos_commands/networking/ip_addr': addr, 'etc/hosts': 'HOSTS\n' }],
])('an archive of %s', (_tool, files) => {
  test('answers in the words of the command', async () => {
    const archive = directoryOf(files);
    expect(await run(archive, '/sbin/ip', 'addr')).toMatchObject({ status: 0, stdout: addr });
    expect(await run(archive, 'ip a | grep -c inet')).toEqual({
      status: 0,
      stdout: '1\n',
      stderr: 'answered by ip addr\n',
    });
    expect(await run(archive, 'cat', '/etc/hosts')).toMatchObject({ status: 0, stdout: 'HOSTS\n' });
    expect(await run(archive, 'ip', 'route')).toMatchObject({
      status: 127,
      stderr: 'ip: the archive has no output of ip route; it has: ip addr\n',
    });
    expect((await run(archive, 'ipp')).stderr).toContain('; programs with a similar name: ip\n');
    expect(await run(archive, 'zebra')).toMatchObject({
      status: 127,
      stderr:
        'zebra: the archive has no output of zebra, nor of a program with a similar name; "commands" lists what it has\n',
    });
  });
});

test('what a stranger wrote cannot control the terminal', async () => {
  const evil = '\x1b]0;title\x07\x1b[2J\u202e';
  const archive = directoryOf({
    [`etc/${evil}`]: `${evil}\n`,
    [`sos_commands/x/ip_${evil}`]: `${evil}\n`,
    'etc/hosts': '',
  });
  const lines = [
    'ls /etc',
    'cat /etc/*',
    'grep -r . /etc',
    'find /',
    'head /etc/*',
    'ls -lR /',
    'commands',
    'ip x',
    'wc /etc/*',
  ];
  const { stdout, stderr } = await runInProcess(['shell', archive], { input: lines.join('\n'), isTTY: true });
  expect(stdout).toContain('\\x1b]0;title\\x07');
  expect((stdout + stderr).replaceAll('\x1b[2m', '').replaceAll('\x1b[22m', '')).not.toMatch(
    /[\x00-\x08\x0b-\x1f\u202e]/,
  );
});

test('without a command, with an unknown archive, or with options of its own before the command', async () => {
  const archive = directoryOf({ 'etc/hosts': '' });
  expect((await runInProcess(['run', archive])).stderr).toContain('usage: hostspec run ARCHIVE COMMAND...');
  expect((await runInProcess(['run', archive, '-l', 'ls'])).stderr).toContain(
    '-l is not an option of hostspec run',
  );
  expect((await run(archive, 'grep', '', '/etc/hosts')).stderr).toBe('');
  expect(await run('/nonexistent.tar.gz', 'ls')).toMatchObject({ status: 1, stdout: '' });
});

needs('strace')('runs nothing of this machine and reads nothing of it', () => {
  const log = join(temporaryDirectory(), 'log');
  const archive = directoryOf({ 'etc/hosts': 'x\n', 'sos_commands/networking/ip_addr': 'x\n' });
  const before = [
    'strace',
    '-f',
    '-A',
    '-s',
    '300',
    '-e',
    'trace=execve,execveat,open,openat,openat2,connect',
  ];
  const lines = [
    'cat /etc/passwd /etc/hosts',
    'ls -lR /',
    'grep -r x /etc /root',
    'ip addr | less',
    'find /',
    'id',
    'cat /var/log/*',
  ];
  for (const line of lines) hostspec(['run', archive, '--', line], { before: [...before, '-o', log] });
  const calls = readFileSync(log, 'utf8').split('\n');
  // Each run starts Node, and nothing else.
  expect(calls.filter((call) => /exec(ve|veat)\(/.test(call))).toHaveLength(lines.length);
  expect(calls.filter((call) => call.includes('connect('))).toEqual([]);
  const paths = calls.flatMap((call) => /open(?:at2?)?\(.*?"(.*?)"/.exec(call)?.[1] ?? []);
  // What Node and the loader read at their start.
  const own = /^\/etc\/(ld\.so|ssl\/|gai\.conf|localtime)/;
  const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
  const others = paths.filter((path) => !own.test(path) && !path.startsWith(checkout));
  expect(others.filter((path) => /^\/(etc|root|home|var|boot|bin|sbin)\//.test(path))).toEqual([]);
});
