import { isNothing } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { localAccounts } from './providers.js';

const accountsOf = (passwd: string) =>
  localAccounts.definition.evaluate(fakeContext(fakeHost({ files: { '/etc/passwd': passwd } })));
const line = (name: string) => `${name}:x:1000:1000::/home/x:/bin/sh\n`;

test('lastb is asked only for names of accounts, none of which is an option or a terminal', async () => {
  const names = ['root', 'Anna.B', 'svc$', '-f', '1', 'tty1', 'pts', '', 'a b', '+', 'pg_1'];
  expect(await accountsOf(names.map(line).join(''))).toEqual(['root', 'Anna.B', 'svc$', 'pg_1']);
});

test('a file of any size gives a command line of a bounded one', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => line(`user${index}`)).join('');
  expect(await accountsOf(many)).toHaveLength(2000);
});

test('a host without accounts says so', async () => {
  expect(isNothing((await accountsOf('\n\n')) as never)).toBe(true);
  expect(await localAccounts.definition.evaluate(fakeContext(fakeHost()))).toMatchObject({
    status: 'absent',
  });
});
