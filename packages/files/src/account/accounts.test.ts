import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sharedDirectory, temporaryDirectory } from '../../../../tools/test/folder.js';
import { accounts, anyone, describeAccount, isRoot, withRights } from './accounts.js';

const folder = sharedDirectory();
const [passwd, group] = [join(folder, 'passwd'), join(folder, 'group')];

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

describe('rights', () => {
  const account = { uid: 4242, gid: 4243, name: 'eve', groups: [4244, 4245] };
  const ids = () => [
    process.geteuid?.(),
    process.getegid?.(),
    process.getgroups?.().filter((id) => id > 4000),
  ];
  const before = ids();
  afterEach(() => {
    vi.restoreAllMocks();
    expect(ids()).toEqual(before);
  });

  needs('root')(
    'something is done with the effective rights of an account, and then with its own again',
    () => {
      const used = withRights(account, () => [
        process.geteuid?.(),
        process.getegid?.(),
        process.getgroups?.(),
      ]);
      expect(used.slice(0, 2)).toEqual([4242, 4243]);
      expect([...(used[2] as number[])].filter((id) => id !== 4243)).toEqual([4244, 4245]);
      expect(process.getuid?.()).toBe(0);
    },
  );

  needs('root')('an account without groups has none of this process', () => {
    vi.spyOn(process, 'setgroups');
    withRights({ uid: 4242, gid: 4243 }, () => {
      expect(process.setgroups).toHaveBeenCalledWith([]);
    });
  });

  needs('root')('the kernel decides what the account may open', () => {
    const secret = join(temporaryDirectory(), 'secret');
    writeFileSync(secret, 'secret', { mode: 0o600 });
    expect(() => withRights(account, () => openSync(secret, 'r'))).toThrow('EACCES');
    closeSync(withRights(undefined, () => openSync(secret, 'r')));
  });

  needs('root')('its own rights come back after an error', () => {
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => withRights(account, fail)).toThrow('no');
  });

  needs('root')('an account that cannot be taken on is refused', () => {
    vi.spyOn(process, 'setegid').mockImplementationOnce(() => {
      throw new Error('EPERM');
    });
    expect(() => withRights(account, () => 'used')).toThrow(
      expect.objectContaining({ problem: 'refused', message: 'cannot act with the rights of eve: EPERM' }),
    );
  });

  test('without root, only its own account is possible', () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(1000);
    expect(isRoot()).toBe(false);
    expect(withRights({ uid: 1000, gid: 1000 }, () => 'used')).toBe('used');
    expect(() => withRights(account, () => 'used')).toThrow(
      expect.objectContaining({ problem: 'refused', message: 'needs root to act with the rights of eve' }),
    );
    vi.restoreAllMocks();
  });

  test.each(['geteuid', 'getegid', 'getgroups', 'seteuid', 'setegid', 'setgroups'] as const)(
    'a system without %s refuses to act for others',
    (name) => {
      const { geteuid } = process;
      const own = process[name];
      vi.spyOn(process, 'geteuid').mockReturnValue(0);
      Object.defineProperty(process, name, { value: undefined, configurable: true, writable: true });
      try {
        expect(() => withRights(account, () => 'used')).toThrow('needs root to act with the rights of eve');
      } finally {
        Object.defineProperty(process, name, {
          value: name === 'geteuid' ? geteuid : own,
          configurable: true,
          writable: true,
        });
      }
    },
  );
});
