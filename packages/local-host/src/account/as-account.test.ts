import { joinWords } from '@hostspec/spec';
import { expect, it } from 'vitest';
import { accountCommand, changesUser } from './as-account.js';

it.each([
  [
    ['/usr/sbin/runuser', '-l', 'db2inst1', '-c', 'db2 get dbm cfg'],
    { user: 'db2inst1', words: ['db2', 'get', 'dbm', 'cfg'] },
  ],
  [['/bin/su', '-l', 'h01adm', '-c', 'HDB version'], { user: 'h01adm', words: ['HDB', 'version'] }],
  [
    ['/usr/bin/sudo', '-iu', 'postgres', '/usr/bin/psql', '-c', 'select * from a;'],
    { user: 'postgres', words: ['/usr/bin/psql', '-c', 'select * from a;'] },
  ],
  [['su', '-l', 'x', '-c', `a "b c" 'd|e' f\\;`], { user: 'x', words: ['a', 'b c', 'd|e', 'f;'] }],
  [['su', '-l', 'x', '-c', 'env A=b c'], { user: 'x', words: ['env', 'A=b', 'c'] }],
  [['su', '-l', 'x', '-c', String.raw`a "b\"|c" "\$d"`], { user: 'x', words: ['a', 'b"|c', '$d'] }],
])('takes the command out of %j', (argv, expected) => {
  expect(accountCommand(argv)).toEqual(expected);
});

it.each([
  [['/bin/echo', '-l', 'x', '-c', 'y']],
  [['/home/eve/su', '-l', 'x', '-c', 'y']],
  [['/bin/su', 'x', '-c', 'y']],
  [['/bin/su', '-l', '-x', '-c', 'y']],
  [['/bin/su', '-l', 'x y', '-c', 'z']],
  [['/bin/su', '-l', 'x', '-c', 'y', 'z']],
  [['/bin/su', '-m', 'x', '-c', 'y']],
  [['/bin/su', '-l', 'x', '-s', 'y']],
  [['/usr/bin/sudo', '-iu', 'x']],
  [['/usr/bin/sudo', '-u', 'x', 'y']],
])('takes %j for no login of the catalog', (argv) => {
  expect(accountCommand(argv)).toBeUndefined();
});

it.each([
  'a | b',
  'a; b',
  'a && b',
  'a > b',
  'a $HOME',
  'a "$HOME"',
  'a `b`',
  'a "`b`"',
  'a *',
  'a ~',
  'a # b',
  'A=b c',
  'a\nb',
  "a 'b",
  '  ',
  '\t',
  ' A=b c',
  '',
])('refuses %j, which needs a shell', (line) => {
  expect(accountCommand(['su', '-l', 'x', '-c', line])).toMatchObject({
    refused: expect.stringContaining('needs a shell, but none is started as x'),
  });
});

it('splits every quoted word again', () => {
  const words = ['db2', "it's", '$(id)', 'a b', '*', '"', '\\', 'x\ny', '`', '#', ''];
  expect(accountCommand(['su', '-l', 'x', '-c', joinWords(words)])).toEqual({ user: 'x', words });
});

it('knows every program that changes the user', () => {
  for (const program of ['su', '/bin/su', '/usr/bin/sudo', '/usr/sbin/runuser'])
    expect(changesUser([program])).toBe(true);
  for (const program of ['/usr/bin/sum', '/bin/sudoers', '/opt/su'])
    expect(changesUser([program])).toBe(false);
});
