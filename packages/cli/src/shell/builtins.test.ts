import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const log = `${[
  'Jan 1 kernel: eth0: link up',
  'Jan 1 sshd[12]: Failed password for root',
  'Jan 1 sshd[13]: failed again (x) a+b [y]',
  '',
  'ünïcode line with ẞ',
  'a.b axb a*b',
  'tab\tand  blanks',
  'last^one$',
  '10 ten',
  '9 nine',
  '9 nine',
].join('\n')}\n`;
const files = {
  'etc/hostname': 'web01\n',
  'var/log/messages': log,
  'var/log/unended': 'one\ntwo\nthree',
  'var/log/empty': '',
  'var/log/sizes': '10K x\n2M y\n900 z\n2.5M z\n',
  'var/log/sub/deep': 'Failed deep\n',
};

/** The lines that hostspec answers from an archive with these files. */
async function shell(lines: string, root = directoryOf(files)) {
  return runInProcess(['shell', root], { input: lines });
}

/** The same line over a copy of the files by the programs of this machine, and by hostspec. */
async function both(line: string) {
  const root = directoryOf(files);
  const { status, stdout } = spawnSync('sh', ['-c', line], {
    cwd: join(root, 'var/log'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  });
  const ours = await shell(`cd /var/log\n${line}\n`);
  return { real: { status, stdout }, ours: { status: ours.status, stdout: ours.stdout } };
}

describe('prints what the programs of a host print', () => {
  test.each([
    'cat messages',
    'cat -n messages',
    'cat unended messages',
    'cat empty',
    'cat missing messages 2>/dev/null',
    'head -n 2 messages',
    'head -3 messages',
    'head -n 0 messages',
    'head -c 7 messages',
    'head -n 1 messages unended',
    'tail -n 2 messages',
    'tail -2 unended',
    'tail -n 0 messages',
    'tail -n 100 unended',
    'tail -n +10 messages',
    'tail -c 5 unended',
    'tail -n 3 empty',
    'wc -l messages',
    'wc -l unended',
    'wc -c empty',
    'cat messages | wc -w',
    'sort messages',
    'sort -r messages',
    'sort -n messages',
    'sort -u messages | wc -l',
    'sort messages | uniq -c',
    'uniq -d messages',
    'sort -k2 messages',
    'sort -k 2,2 messages',
    'sort -k2,2r -k1,1 messages',
    'sort -rk3 messages',
    'sort -k3n messages',
    'sort -u -k1,1 messages',
    'sort -t: -k2 messages',
    'sort -t : -k2,3nr messages',
    'sort -h sizes',
    'sort -rh sizes | head -n 2',
    "cut -d' ' -f1 messages",
    "cut -d ' ' -f 2,4- messages",
    "cut -d ' ' -f -2 -s messages",
    'cut -f1 messages',
    'cut -c1-3 messages',
    "awk '{print $1}' messages",
    "awk '{print $NF, NR, NF}' messages",
    'awk \'{print $2 "-" $1}\' messages unended',
    "awk -F: '{print $1}' messages",
    "awk -F : '/Failed/ {print $2}' messages",
    "awk '/Failed|up/' messages",
    "awk 'NR > 2 {print}' messages",
    "awk 'NR==2{print $0}' messages",
    'awk \'$1 == "Jan" {print $2;}\' messages',
    "awk '$2 >= 9 {print $1}' messages",
    "awk '$1 ~ /^J/ {print $3}' messages",
    "awk '$1 !~ /^J/ {print $1}' messages",
    "cat messages | awk '{print $1}' | sort | uniq -c | sort -rn",
    'ls',
    'ls -1 sub',
    'ls *e* | sort',
    'find . -name "*e*" -type f | sort',
    'find . -maxdepth 1 -type d | sort',
    'find . -iname "DEEP"',
    'find sub -path "*ee*"',
    'cat messages | grep Failed | head -n 1',
    'cat messages messages messages | head -n 1',
    'egrep -c "a|b" messages',
    'fgrep a+b messages',
  ])('%s', async (line) => {
    const { real, ours } = await both(line);
    expect(ours).toEqual(real);
  });

  test.each([
    'grep Failed messages',
    'grep -i failed messages',
    'grep -in FAILED messages unended',
    'grep -v a messages',
    'grep -c a messages unended',
    'grep -l t messages unended empty',
    'grep -L t messages unended empty',
    'grep -q Failed messages',
    'grep nothing messages',
    'grep -r Failed . | sort',
    'grep -rh Failed sub',
    'grep -rl Failed . | sort',
    "grep 'a.b' messages",
    "grep 'a\\.b' messages",
    "grep -F 'a.b' messages",
    "grep 'a*b' messages",
    "grep '*b' messages",
    "grep '(x)' messages",
    "grep '\\(F\\|f\\)ailed' messages",
    "grep -E '(F|f)ailed' messages",
    "grep 'a+b' messages",
    "grep 'e\\{2\\}' messages sub/deep",
    "grep -E 'e{2}' sub/deep",
    "grep -E 'x{' messages",
    "grep '[[:digit:]]\\+ ' messages",
    "grep '[]y]' messages",
    "grep '[^[:print:]]' messages",
    "grep '^$' messages",
    "grep -n '^Jan.*up$' messages",
    "grep 't^o' messages",
    "grep 'e\\$' messages",
    "grep '\\<link\\>' messages",
    'grep -w fail messages',
    'grep -w link messages',
    "grep -x '9 nine' messages",
    'grep -e root -n messages',
    'grep -A1 eth0 messages',
    'grep -n -B1 -A1 unicode messages',
    'grep -n -C 1 again messages',
    'grep -nA1 nine messages',
    'grep -m 1 nine messages',
    "grep 'ï' messages",
    "grep '\\s\\S' unended",
    'grep three unended',
  ])('%s', async (line) => {
    const { real, ours } = await both(line);
    expect(ours).toEqual(real);
  });
});

test.each([
  ["grep '\\(a\\)\\1' messages", '\\1 is not possible here'],
  ["grep '[a' messages", '"[a" has no closing ]'],
  ["grep -E 'a(' messages", '"a(" cannot be used: missing closing ); allowed: '],
  ['grep -o a messages', '-o is not possible here'],
  ['grep --colour a', '--colour is not an option here; allowed: -i -n'],
  ['grep', 'a pattern is missing'],
  ['grep x', 'name a file of the archive, or put a command and | before this one'],
  ['head -n x messages', '-n "x" is not allowed; allowed: a number of digits only'],
  ['head -n', '-n needs a value'],
  ['tail -f messages', '-f is not an option here'],
  ['find . -exec rm', '-exec is not possible here'],
  ['cat messages | ip addr', 'is not possible after a pipe; allowed: awk, cat, '],
  ["awk 'BEGIN {print 1}' messages", 'BEGIN is not possible here; allowed: awk '],
  ["awk '{print length($1)}' messages", 'print length($1) is not possible here'],
  ["awk '{print $1, }' messages", 'print $1, is not possible here'],
  ["awk '{exit}' messages", '{exit} is not possible here'],
  ["awk '$x > 1' messages", '$x is not possible here'],
  ['cut messages', 'give -f FIELDS or -c CHARACTERS'],
  ['cut -f 0 messages', '"0" is not allowed; allowed: numbers from 1'],
  ['cut -f 3-2 messages', '"3-2" is not allowed'],
  ['cut -d ab -f 1 messages', '-d is one character'],
  ['sort -k 0 messages', '-k "0" is not allowed; allowed: fields, such as 2'],
  ['cat sub', '/var/log/sub: is a directory'],
  ['cat ../../../../etc/none', '/etc/none: not in the archive'],
])('%s is answered with a reason', async (line, message) => {
  const { stderr, stdout, status } = await shell(`cd /var/log\n${line}\n`);
  expect(stderr).toContain(message);
  expect(stdout).toBe('');
  expect(status).not.toBe(0);
});

test('a pattern that takes a backtracking engine for ever ends, and so does a very long line', async () => {
  const root = directoryOf({ 'etc/hosts': `${'a'.repeat(5_000_000)}!\nb\n` });
  const result = await runInProcess(['run', root, '--', 'grep', '-cE', '(a+)+$', '/etc/hosts']);
  // The line comes in parts of 1 MiB, all but the last of which end with a.
  expect(result).toEqual({
    stdout: '4\n',
    stderr: 'grep: a line has more than 1048576 bytes; each 1048576 of them are taken as a line\n',
    status: 0,
  });
  expect(await runInProcess(['run', root, '--', 'sort', '/etc/hosts'])).toMatchObject({
    stderr: expect.stringContaining('sort: a line has more than'),
  });
});

test('ls shows what an archive knows', async () => {
  const root = directoryOf({ 'etc/hosts': 'x'.repeat(1234), 'etc/a b': '' });
  const out = async (...words: string[]) => runInProcess(['run', root, '--', ...words]);
  expect((await out('ls', '-la', '/etc')).stdout).toBe(
    '-????????? ? ? ?         0 ? a b\n-????????? ? ? ?      1234 ? hosts\n',
  );
  expect((await out('ls -R /')).stdout).toBe('/:\netc\n\n/etc:\na b\nhosts\n');
  expect((await out('ls', '-lt', '/etc')).stderr).toBe(
    'ls: the order is by name\nls: lists only what the archive has; the host can have more\n',
  );
  expect((await out('ls', '/etc/hosts')).stderr).toBe('');
  expect((await out('find', '/etc', '-name', 'h*')).stderr).toBe(
    'find: lists only what the archive has; the host can have more\n',
  );
});
