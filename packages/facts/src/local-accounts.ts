import { accounts, type PasswdRow, rowsOf } from '@hostspec/parse';
import { readText } from '@hostspec/spec';
import { fact } from './fact.js';

/** The file that names the accounts of a host. */
export const passwd = '/etc/passwd';

/** The accounts in `/etc/passwd`, in its order; undefined if it cannot be read. */
export const localAccountsOf = fact(async (host): Promise<readonly PasswdRow[] | undefined> => {
  const text = await readText(host, passwd);
  return text === undefined ? undefined : rowsOf(accounts, text);
});
