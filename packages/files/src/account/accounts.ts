import { type PasswdRow, passwdRow } from '@hostspec/parse/accounts';
import type { Account } from '@hostspec/spec';
import { linesOf } from './table-lines.js';

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
  let rows: readonly PasswdRow[] | undefined;
  return (uid) => {
    let account = known.get(uid);
    if (!account) {
      rows ??= linesOf(passwd).flatMap((line) => passwdRow(line) ?? []);
      account = find(uid, rows, group);
      known.set(uid, account);
    }
    return account;
  };
}

function find(uid: number, rows: readonly PasswdRow[], group: string): Account {
  const row = rows.find((each) => each.uid === uid);
  if (row === undefined) return { uid, gid: nobodyId };
  const { name, gid } = row;
  const groups = linesOf(group)
    .map((line) => line.split(':'))
    .filter((fields) => fields[3]?.split(',').includes(name))
    .map((fields) => Number(fields[2]))
    .filter(Number.isInteger);
  return { uid, gid, name, groups };
}

/** The words for an account in a reason. */
export function describeAccount({ name, uid }: Account): string {
  return name ?? `user ${uid}`;
}
