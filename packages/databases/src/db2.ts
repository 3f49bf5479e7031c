import {
  distinct,
  localAccountsOf,
  type PasswdRow,
  type Process,
  passwdRow,
  processesNamed,
} from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing, readText, runLines } from '@hostspec/spec';

/** System accounts have numbers below this one. */
const firstUserId = 100;
const noUser = 'no db2sysc process of a user other than root is running';
const installationPaths = '/opt/ibm/db2/V*';

// Shorter than the provider's own limit, so that one hanging login does not affect other users.
const loginTimeout = 60;

/** Owners of the DB2 engine processes. */
export const db2Users = defineProvider({
  name: 'db2_users',
  doc: 'Sorted distinct owners, except root, of the processes whose name contains `db2sysc`, from `ps`. If `ps` prints a number or a shortened name (`db2produ+`), the login name is looked up by the user id of the process; the reference implementation uses the printed text. On the running machine an owner counts only if a DB2 installation lists an instance of that name (`db2ilist`) and the process runs a program of the instance or the installation: any user can start a process called db2sysc.',
  yields: 'list',
  async evaluate({ host }) {
    const { owners, reason } = await instanceOwners(host);
    return listOr(owners, reason);
  },
});

/** Databases of every DB2 instance owner. */
export const db2DatabasesInfo = defineProvider({
  name: 'db2_databases_info',
  doc: 'Sorted distinct pairs (user, database) from `db2 list database directory`, run as every user in db2_users. If the command fails for one user, the databases of the others are still listed; the reference implementation then gives nothing at all.',
  yields: 'list',
  width: 2,
  async evaluate({ host }) {
    const { owners, reason } = await instanceOwners(host);
    if (owners.length === 0) return nothing(reason);
    const found = await Promise.all(
      owners.map(async (owner) => (await databasesOf(host, owner)).map((database) => [owner, database])),
    );
    return listOr(found.flat(), `\`db2 list database directory\` names no database for ${owners.join(', ')}`);
  },
});

interface InstanceOwners {
  /** Sorted and distinct. */
  readonly owners: readonly string[];
  /** The reason if there is none. */
  readonly reason: string;
}

async function instanceOwners(host: Host): Promise<InstanceOwners> {
  const engines = await processesNamed(host, 'db2sysc');
  const named = await Promise.all(
    engines.map(async (engine) => ({ engine, owner: await loginName(host, engine) })),
  );
  const claims = named.flatMap(({ engine, owner }) =>
    owner === undefined || owner === 'root' ? [] : [{ engine, owner }],
  );
  if (claims.length === 0) return { owners: [], reason: noUser };
  // An archive has no more information about its processes, and nothing runs there.
  const counted = host.executes ? await confirmed(host, claims) : claims;
  const claimed = distinct(claims.map(({ owner }) => owner)).join(', ');
  return {
    owners: distinct(counted.map(({ owner }) => owner)),
    reason: `processes of ${claimed} are called db2sysc, but no DB2 installation lists an instance of theirs that runs`,
  };
}

interface Claim {
  readonly engine: Process;
  readonly owner: string;
}

/** The claims confirmed by the DB2 installations and the kernel. */
async function confirmed(host: Host, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const paths = await installations(host);
  const listed = new Set((await Promise.all(paths.map((path) => instancesOf(host, path)))).flat());
  const checked = await Promise.all(
    claims.map(async (claim) => {
      if (!listed.has(claim.owner)) return [];
      const program =
        (await runLines(host, ['/usr/bin/readlink', `/proc/${claim.engine.pid}/exe`]))?.[0] ?? '';
      const home = (await accountOf(host, claim.owner, ({ name }) => name === claim.owner))?.home;
      const instance = `${home}/sqllib`;
      return [instance, ...paths].some((path) => program.startsWith(`${path}/`)) ? [claim] : [];
    }),
  );
  return checked.flat();
}

/** Where DB2 is installed: according to its own list, and the default location. */
async function installations(host: Host): Promise<string[]> {
  const list = (await runLines(host, '/usr/local/bin/db2ls -a -c')) ?? [];
  const { paths } = await host.glob([`${installationPaths}/instance/db2ilist`]);
  return distinct([
    ...list.map((line) => line.split(':')[0] ?? '').filter((path) => path.startsWith('/')),
    ...paths.map((path) => path.replace(/\/instance\/db2ilist$/, '')),
  ]);
}

async function instancesOf(host: Host, installation: string): Promise<string[]> {
  const program = `${installation}/instance/db2ilist`;
  // DB2 belongs to the account bin; the installation must belong to a system account, which nobody logs in to.
  const owner = await host.controller?.(program);
  if (owner && !(owner.name === 'bin' && owner.uid < firstUserId)) return [];
  const lines = await runLines(host, [program], { as: owner });
  return (lines ?? []).map((line) => line.trim()).filter((line) => /^[^-\s]\S*$/.test(line));
}

async function databasesOf(host: Host, owner: string): Promise<string[]> {
  const command = ['/usr/sbin/runuser', '-l', owner, '-c', 'db2 list database directory'];
  // A login script may return its own status after the list was printed.
  const lines = await runLines(host, command, { keepRc: true, timeout: loginTimeout });
  const names = (lines ?? []).map((line) => /^\s*Database name\s*=\s*(\S.*)$/.exec(line.trimEnd())?.[1]);
  return distinct(names.filter((name) => name !== undefined));
}

/** The account with a name or user id: of the host itself, or of its directory service. */
async function accountOf(
  host: Host,
  key: string,
  is: (account: PasswdRow) => boolean,
): Promise<PasswdRow | undefined> {
  const local = (await localAccountsOf(host))?.find(is);
  if (local !== undefined) return local;
  const lines = (await runLines(host, ['/usr/bin/getent', 'passwd', key])) ?? [];
  return lines.flatMap((line) => passwdRow(line) ?? []).find(is);
}

async function loginName(host: Host, { pid, user }: Process): Promise<string | undefined> {
  const isNumber = /^\d+$/.test(user);
  if (!isNumber && !user.endsWith('+')) return /^[^-\s]\S*$/.test(user) ? user : undefined;
  const status = isNumber ? undefined : await readText(host, `/proc/${pid}/status`);
  const uid = isNumber ? user : /^Uid:\s+\d+\s+(\d+)/m.exec(status ?? '')?.[1];
  if (uid === undefined) return undefined;
  return (await accountOf(host, uid, (account) => String(account.uid) === uid))?.name;
}
