import { passwdRow } from '@hostspec/parse/accounts';
import type { Account } from '@hostspec/spec';
import { linesOf } from './accounts.js';

/** An account with the data that a login needs. */
export interface LoginAccount extends Account {
  readonly name: string;
  readonly home: string;
}

/** The account of a line of /etc/passwd; undefined if the line is broken. */
export function parseAccount(line: string): LoginAccount | undefined {
  const row = passwdRow(line);
  if (!row?.home.startsWith('/')) return undefined;
  const { name, uid, gid, home } = row;
  return { name, uid, gid, home };
}

/** The line of an account in /etc/passwd; undefined if the account is not local. */
export function localAccountLine(name: string): string | undefined {
  return linesOf('/etc/passwd').find((line) => line.startsWith(`${name}:`));
}

/** The name of a user for a message, or the number if the name is unknown. */
export function accountName(uid: number): string {
  return nameIn('/etc/passwd', uid) ?? `user ${uid}`;
}

/** The name of a group for a message, or the number if the name is unknown. */
export function groupName(gid: number): string {
  return nameIn('/etc/group', gid) ?? String(gid);
}

function nameIn(table: string, id: number): string | undefined {
  return linesOf(table)
    .map((line) => line.split(':'))
    .find((fields) => fields[2] === String(id))?.[0];
}
