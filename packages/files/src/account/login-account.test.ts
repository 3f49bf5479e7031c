import { expect, test, vi } from 'vitest';
import { accountName, groupName, localAccountLine, parseAccount } from './login-account.js';

test('an account has its name, its numbers and its home', () => {
  expect(parseAccount('web:x:33:44:Web, server:/srv/web:/bin/sh')).toEqual({
    name: 'web',
    uid: 33,
    gid: 44,
    home: '/srv/web',
  });
});

test.each([
  '',
  ':x:33:44::/srv:/bin/sh',
  'web:x::44::/srv:',
  'web:x:33x:44::/srv:',
  'web:x:-33:44::/srv:',
  'web:x:33:::/srv:',
  'web:x:33:44a::/srv:',
  'web:x:33:a44::/srv:',
  'web:x:33:44::srv:',
  'web:x:33:44',
])('the line %j is broken', (line) => {
  expect(parseAccount(line)).toBeUndefined();
});

test('names for messages are those of the machine, or numbers', () => {
  expect([accountName(0), groupName(0)]).toEqual(['root', 'root']);
  expect([accountName(4_000_000_123), groupName(4_000_000_123)]).toEqual(['user 4000000123', '4000000123']);
  expect(parseAccount(localAccountLine('root') ?? '')).toMatchObject({ name: 'root', uid: 0 });
  expect(localAccountLine('roo')).toBeUndefined();
});

test('on a machine without accounts, names for messages are numbers', async () => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<object>()),
    readFileSync() {
      throw new Error('ENOENT');
    },
  }));
  const without = await import('./login-account.js');
  vi.doUnmock('node:fs');
  expect([without.accountName(0), without.groupName(0)]).toEqual(['user 0', '0']);
  expect(without.localAccountLine('root')).toBeUndefined();
});
