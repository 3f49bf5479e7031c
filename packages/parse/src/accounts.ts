import { eachLine, type Table } from './table.js';
import { countOf, wordsOf } from './words.js';

/** A local account. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly comment: string;
  readonly home: string;
  readonly shell: string;
}

/** The accounts of `/etc/passwd` (spec `passwd`). */
export const accounts: Table<Account> = eachLine((line) => {
  const [name = '', , uidText, gidText, comment = '', home = '', shell, more] = line.split(':', 8);
  const [uid, gid] = [countOf(uidText), countOf(gidText)];
  if (name === '' || uid === undefined || gid === undefined || shell === undefined || more !== undefined)
    return undefined;
  return { name, uid, gid, comment, home, shell };
});

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
