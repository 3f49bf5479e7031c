import { type Account, hostError, messageOf } from '@hostspec/spec';
import { describeAccount } from './accounts.js';

/** Whether this process can take on the rights of other accounts. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Does something short with the effective rights of an account, while this process does nothing else: the
 * kernel decides what the account may open. Root's real and saved ids stay, so that the account cannot touch this process.
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
