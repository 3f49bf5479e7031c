import { eachLine, type Table } from './table.js';
import { wordsOf } from './words.js';

/** A line of `/etc/passwd`. */
export interface PasswdRow {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** The name of the person, often followed by a room and telephone numbers. */
  readonly comment: string;
  readonly home: string;
  readonly shell: string;
}

/** Parses a line of `/etc/passwd`; undefined if it is broken. */
export function passwdRow(line: string): PasswdRow | undefined {
  const [name = '', , uid = '', gid = '', comment = '', home = '', shell = ''] = line.split(':', 7);
  if (name === '' || !isId(uid) || !isId(gid)) return undefined;
  return { name, uid: Number(uid), gid: Number(gid), comment, home, shell };
}

function isId(text: string): boolean {
  return /^\d{1,10}$/.test(text);
}

/** The accounts of `/etc/passwd` (spec `passwd`). */
export const accounts: Table<PasswdRow> = eachLine(passwdRow);

/** The state of an account's password. */
export interface PasswordState {
  readonly account: string;
  readonly state: 'set' | 'locked' | 'none';
}

const passwordStates: Readonly<Record<string, PasswordState['state']>> = {
  P: 'set',
  PS: 'set',
  L: 'locked',
  LK: 'locked',
  NP: 'none',
};

/** The states of `passwd -S -a` (spec `account_states`). */
export const passwordStateRows: Table<PasswordState> = eachLine((line) => {
  const [account, word = ''] = wordsOf(line);
  const state = Object.hasOwn(passwordStates, word) ? passwordStates[word] : undefined;
  return account === undefined || state === undefined ? undefined : { account, state };
});
