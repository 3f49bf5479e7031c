import { type Process, processesNamed } from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing, readText, runLines, textLines } from '@hostspec/spec';

const noUser = 'no db2sysc process of a user other than root is running';

// Below the provider's own limit, so that one hanging login does not take the other users with it.
const loginTimeout = 60;

/** Owners of the DB2 engine processes. */
export const db2Users = defineProvider({
  name: 'db2_users',
  doc: 'Sorted distinct owners, except root, of the processes whose name contains `db2sysc`, from `ps`. Where `ps` prints a number or a shortened name (`db2produ+`), the reference implementation passes that on; here the login name is looked up by the user id of the process.',
  yields: 'list',
  evaluate: async ({ host }) => listOr(await instanceOwners(host), noUser),
});

/** Databases of every DB2 instance owner. */
export const db2DatabasesInfo = defineProvider({
  name: 'db2_databases_info',
  doc: 'Sorted distinct pairs (user, database) from `db2 list database directory`, run as every user of db2_users. The reference implementation yields nothing at all when the command fails for one user; here the databases of the others stay.',
  yields: 'list',
  width: 2,
  async evaluate({ host }) {
    const owners = await instanceOwners(host);
    if (owners.length === 0) return nothing(noUser);
    const found = await Promise.all(
      owners.map(async (owner) => (await databasesOf(host, owner)).map((database) => [owner, database])),
    );
    return listOr(found.flat(), `\`db2 list database directory\` names no database for ${owners.join(', ')}`);
  },
});

async function instanceOwners(host: Host): Promise<string[]> {
  const engines = await processesNamed(host, 'db2sysc');
  const names = await Promise.all(engines.map((engine) => loginName(host, engine)));
  const owners = new Set(names.filter((name) => name !== undefined));
  owners.delete('root');
  return [...owners].sort();
}

async function databasesOf(host: Host, owner: string): Promise<string[]> {
  const command = ['/usr/sbin/runuser', '-l', owner, '-c', 'db2 list database directory'];
  // A login script may end with a status of its own, after the list was printed.
  const lines = await runLines(host, command, { keepRc: true, timeout: loginTimeout });
  const names = (lines ?? []).map((line) => /^\s*Database name\s*=\s*(\S.*)$/.exec(line.trimEnd())?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

async function loginName(host: Host, { pid, user }: Process): Promise<string | undefined> {
  const isNumber = /^\d+$/.test(user);
  if (!isNumber && !user.endsWith('+')) return /^[^-\s]\S*$/.test(user) ? user : undefined;
  const status = isNumber ? undefined : await readText(host, `/proc/${pid}/status`);
  const uid = isNumber ? user : /^Uid:\s+\d+\s+(\d+)/m.exec(status ?? '')?.[1];
  if (uid === undefined) return undefined;
  const local = textLines((await readText(host, '/etc/passwd')) ?? '');
  return nameOf(uid, local) ?? nameOf(uid, (await runLines(host, ['/usr/bin/getent', 'passwd', uid])) ?? []);
}

function nameOf(uid: string, passwd: readonly string[]): string | undefined {
  return passwd.map((line) => line.split(':')).find((fields) => fields[2] === uid)?.[0];
}
