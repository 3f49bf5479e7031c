import { readFileSync, type Stats } from 'node:fs';
import { type Account, hostError } from '@hostspec/spec';
import { type AccountOf, anyone, describeAccount } from './accounts.js';
import { isRoot, isTrusted } from './rights.js';

const groupMayWrite = 0o020;
const othersMayWrite = 0o002;
const sticky = 0o1000;

/** Whether only owners can remove their names from a directory. */
export function isSticky({ mode }: Stats): boolean {
  return (mode & sticky) !== 0;
}

/** Why a file that an account controls is not read. */
export function lacksAccess(path: string, account: Account): string {
  return `${path}: ${describeAccount(account)} decides where it leads, but has no permission to read the target`;
}

/** The account whose rights are used to follow a link in a directory that others control; undefined for this process's own. */
export function rightsOfLink(
  path: string,
  link: Stats,
  directory: Stats,
  accountOf: AccountOf,
): Account | undefined {
  let account: Account | undefined;
  if (!isTrusted(link.uid)) account = accountOf(link.uid);
  else if (!isTrusted(directory.uid)) account = accountOf(directory.uid);
  // Whoever can write here can rename a link of root, unless the directory is sticky.
  else if (controllerOf(directory, accountOf) && !isSticky(directory)) account = anyone;
  if (account === undefined || isRoot()) return account;
  throw hostError('refused', `${path}: ${describeAccount(account)} decides where a link on the way leads`);
}

/** A file with several names may be a hard link to somebody else's file, unless the kernel protects hard links. */
export function rightsOfFile(stats: Stats, controller: Account): Account | undefined {
  if (!isRoot() || stats.isDirectory() || stats.nlink < 2 || hardLinksAreProtected()) return undefined;
  return controller;
}

/** The account that controls the content of a file or directory; undefined if only root or this process's own account does. */
export function controllerOf({ uid, mode }: Stats, accountOf: AccountOf): Account | undefined {
  if (!isTrusted(uid)) return accountOf(uid);
  // An access control list for others shows in the group bits, which are then its mask.
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
