import { readFileSync } from 'node:fs';
import type { Account } from '@hostspec/spec';

const nobodyId = 65_534;

/** Stands for all accounts that can write to a shared directory. */
export const anyone: Account = { uid: nobodyId, gid: nobodyId, name: 'nobody' };

/** Looks up accounts of this machine by user id, each once. */
export type AccountOf = (uid: number) => Account;

/**
 * Makes the lookup from the machine's passwd and group files. An account that these do not list, such as one of a
 * directory service, gets no groups: that can only take rights away.
 */
export function accounts(passwd = '/etc/passwd', group = '/etc/group'): AccountOf {
  const known = new Map<number, Account>();
  let rows: readonly (readonly string[])[] | undefined;
  return (uid) => {
    let account = known.get(uid);
    if (!account) {
      rows ??= rowsOf(passwd);
      account = find(uid, rows, group);
      known.set(uid, account);
    }
    return account;
  };
}

function find(uid: number, rows: readonly (readonly string[])[], group: string): Account {
  const row = rows.find((fields) => fields[2] === String(uid));
  const [name, , , gid] = row ?? [];
  if (name === undefined || !/^\d+$/.test(gid ?? '')) return { uid, gid: nobodyId };
  const groups = rowsOf(group)
    .filter((fields) => fields[3]?.split(',').includes(name))
    .map((fields) => Number(fields[2]))
    .filter(Number.isInteger);
  return { uid, gid: Number(gid), name, groups };
}

function rowsOf(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

/** The words for an account in a reason. */
export function describeAccount({ name, uid }: Account): string {
  return name ?? `user ${uid}`;
}
