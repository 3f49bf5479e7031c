import { readFileSync, type Stats } from 'node:fs';
import { type Account, hostError } from '@hostspec/spec';
import { type AccountOf, anyone, describeAccount } from './accounts.js';
import { isRoot, isTrusted } from './rights.js';

const groupMayWrite = 0o020;
const othersMayWrite = 0o002;
const sticky = 0o1000;

/** Whether names in a directory can be taken away only by their owners. */
export function isSticky({ mode }: Stats): boolean {
  return (mode & sticky) !== 0;
}

/** Why something that an account decides on is not read. */
export function lacksAccess(path: string, account: Account): string {
  return `${path}: ${describeAccount(account)} decides where it leads, but has no permission to read the target`;
}

/** With whose rights a link in a directory that others control is followed; undefined for those of this process. */
export function rightsOfLink(
  path: string,
  link: Stats,
  directory: Stats,
  accountOf: AccountOf,
): Account | undefined {
  let account: Account | undefined;
  if (!isTrusted(link.uid)) account = accountOf(link.uid);
  else if (!isTrusted(directory.uid)) account = accountOf(directory.uid);
  // Whoever may write here can put a link of root under another name, unless the directory is sticky.
  else if (controllerOf(directory, accountOf) && !isSticky(directory)) account = anyone;
  if (account === undefined || isRoot()) return account;
  throw hostError('refused', `${path}: ${describeAccount(account)} decides where a link on the way leads`);
}

/** A file with several names may be somebody else's, linked to here, unless the kernel keeps accounts from doing that. */
export function rightsOfFile(stats: Stats, controller: Account): Account | undefined {
  if (!isRoot() || stats.isDirectory() || stats.nlink < 2 || hardLinksAreProtected()) return undefined;
  return controller;
}

/** The account that decides what a file or directory holds; undefined if only root or this process's own account can. */
export function controllerOf({ uid, mode }: Stats, accountOf: AccountOf): Account | undefined {
  if (!isTrusted(uid)) return accountOf(uid);
  // An access control list for others shows in the bits of the group, which are then its mask.
  return (mode & (groupMayWrite | othersMayWrite)) === 0 ? undefined : anyone;
}

let protectedHardLinks: boolean | undefined;

function hardLinksAreProtected(): boolean {
  try {
    protectedHardLinks ??= readFileSync('/proc/sys/fs/protected_hardlinks', 'latin1').trim() === '1';
  } catch {
    protectedHardLinks = false;
  }
  return protectedHardLinks;
}
