import { readFileSync, type Stats } from 'node:fs';
import { type Account, hostError } from '@hostspec/spec';
import { type AccountOf, anyone, describeAccount, isRoot } from '../account/accounts.js';
import { isSticky, writersOf } from './judge.js';
import { isTrusted } from './owners.js';

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
export function controllerOf(stats: Stats, accountOf: AccountOf): Account | undefined {
  if (!isTrusted(stats.uid)) return accountOf(stats.uid);
  return writersOf(stats) && anyone;
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
