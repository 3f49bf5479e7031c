import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { accounts, anyone, describeAccount } from './accounts.js';

const folder = mkdtempSync(join(tmpdir(), 'hostspec-accounts-'));
const [passwd, group] = [join(folder, 'passwd'), join(folder, 'group')];
afterAll(() => rmSync(folder, { recursive: true }));

const passwdText = `root:x:0:0:root:/root:/bin/sh
ada:x:1000:1000:Ada:/home/ada:/bin/sh
users:x:100:100::/:/bin/sh
broken:x:7:x1:::
worse:x:8:1x:::
short:x:9
`;
const groupText = `root:x:0:
ada:x:1000:
wheel:x:10:root,ada
adam:x:11:adam,xada
none:x:x:ada
users:x:100:
short
`;

test('an account has its own group and those that list its name', () => {
  writeFileSync(passwd, passwdText);
  writeFileSync(group, groupText);
  const accountOf = accounts(passwd, group);
  expect(accountOf(1000)).toEqual({ uid: 1000, gid: 1000, name: 'ada', groups: [10] });
  expect(accountOf(0)).toEqual({ uid: 0, gid: 0, name: 'root', groups: [10] });
  expect(accountOf(100)).toEqual({ uid: 100, gid: 100, name: 'users', groups: [] });
});

test.each([4242, 7, 8, 9])('an account without a readable line has the group of nobody only: %d', (uid) => {
  expect(accounts(passwd, group)(uid)).toEqual({ uid, gid: 65_534 });
});

test('the files are read once, and may be missing', () => {
  const accountOf = accounts(passwd, group);
  const ada = accountOf(1000);
  writeFileSync(passwd, '');
  expect(accountOf(1000)).toBe(ada);
  expect(accountOf(0).name).toBe('root');
  expect(accounts(join(folder, 'absent'), group)(1000)).toEqual({ uid: 1000, gid: 65_534 });
  writeFileSync(passwd, passwdText);
  expect(accounts(passwd, join(folder, 'absent'))(1000).groups).toEqual([]);
});

test('the accounts of this machine are those of its files', () => {
  expect(accounts()(0)).toMatchObject({ uid: 0, gid: 0, name: 'root' });
});

test('an account has a name in messages, or a number', () => {
  expect([describeAccount(anyone), describeAccount({ uid: 7, gid: 7 })]).toEqual(['nobody', 'user 7']);
});
