import { readFileSync } from 'node:fs';
import { type PasswdRow, passwdRow } from '@hostspec/parse/accounts';
import { type Account, hostError, messageOf } from '@hostspec/spec';

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

/** Whether this process can take on the rights of other accounts. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Calls `use` with the effective rights of an account, so that the kernel decides what the account may open. All of this process has
 * them meanwhile, so `use` must be short. Root's real and saved ids stay, so that the account cannot touch this process.
 *
 * @throws HostError `refused` if this process cannot take on these rights; else what `use` throws.
 */
export function withRights<T>(account: Account | undefined, use: () => T): T {
  if (account === undefined || account.uid === process.geteuid?.()) return use();
  const { geteuid, getegid, getgroups, seteuid, setegid, setgroups } = process;
  if (!(geteuid && getegid && getgroups && seteuid && setegid && setgroups) || !isRoot())
    throw hostError('refused', `needs root to act with the rights of ${describeAccount(account)}`);
  const own = { gid: getegid(), groups: getgroups() };
  try {
    try {
      setgroups([...(account.groups ?? [])]);
      setegid(account.gid);
      seteuid(account.uid);
    } catch (error) {
      const why = messageOf(error);
      throw hostError('refused', `cannot act with the rights of ${describeAccount(account)}: ${why}`);
    }
    return use();
  } finally {
    seteuid(0);
    setegid(own.gid);
    setgroups(own.groups);
  }
}

/** The lines of a table of the system; none if it cannot be read. */
export function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
