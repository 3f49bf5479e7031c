import { localAccountsOf, passwd } from '@hostspec/facts';
import { defineProvider, nothing, nothingWithout } from '@hostspec/spec';

const most = 2000;
// lastb also compares its arguments with the names of terminals, with and without their "tty".
const accountName = /^(?!tty|pts)[a-z_][\w.-]*\$?$/i;

/** The accounts of the host itself. */
export const localAccounts = defineProvider({
  name: 'local_accounts',
  doc: `Names of the first ${most} accounts in ${passwd}, in its order. What else was typed at a log-in, perhaps a password, is then never asked for. Left out: names that could be a terminal's.`,
  yields: 'arguments',
  async evaluate({ host }) {
    const rows = await localAccountsOf(host);
    if (rows === undefined) return await nothingWithout(host, passwd);
    const names = rows.map(({ name }) => name);
    const accounts = names.filter((name) => accountName.test(name)).slice(0, most);
    return accounts.length > 0 ? accounts : nothing(`${passwd} has no account`);
  },
});
