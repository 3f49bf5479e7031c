import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { isRoot, withRights } from './rights.js';

const account = { uid: 4242, gid: 4243, name: 'eve', groups: [4244, 4245] };
const ids = () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.().filter((id) => id > 4000)];
const before = ids();
afterEach(() => {
  vi.restoreAllMocks();
  expect(ids()).toEqual(before);
});

needs('root')(
  'something is done with the effective rights of an account, and then with its own again',
  () => {
    const used = withRights(account, () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()]);
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
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-rights-'));
  try {
    writeFileSync(join(folder, 'secret'), 'secret', { mode: 0o600 });
    expect(() => withRights(account, () => openSync(join(folder, 'secret'), 'r'))).toThrow('EACCES');
    closeSync(withRights(undefined, () => openSync(join(folder, 'secret'), 'r')));
  } finally {
    rmSync(folder, { recursive: true });
  }
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
