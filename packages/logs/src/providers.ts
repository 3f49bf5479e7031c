import { defineProvider, nothing, nothingWithout, readText, textLines } from '@hostspec/spec';

const file = '/etc/passwd';
const most = 2000;
// lastb also compares its arguments with the names of terminals, with and without their "tty".
const accountName = /^(?!tty|pts)[a-z_][\w.-]*\$?$/i;

/** The accounts of the host itself. */
export const localAccounts = defineProvider({
  name: 'local_accounts',
  doc: `Names of the first ${most} accounts in ${file}, in its order. What else was typed at a log-in, perhaps a password, is then never asked for. Left out: names that could be a terminal's.`,
  yields: 'arguments',
  async evaluate({ host }) {
    const text = await readText(host, file);
    if (text === undefined) return await nothingWithout(host, file);
    const names = textLines(text).map((line) => line.split(':')[0] ?? '');
    const accounts = names.filter((name) => accountName.test(name)).slice(0, most);
    return accounts.length > 0 ? accounts : nothing(`${file} has no account`);
  },
});
