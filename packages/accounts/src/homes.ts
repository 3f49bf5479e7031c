import { fact, firstOf, listed, localAccountsOf, type PasswdRow, passwd } from '@hostspec/facts';
import {
  type Account,
  type Context,
  defineProvider,
  type Host,
  hasWildcard,
  isHostError,
  isNothing,
  type Nothing,
  nothing,
  nothingWithout,
  readText,
} from '@hostspec/spec';
import { homesSetting } from './settings.js';

const definitions = ['/etc/login.defs', '/usr/etc/login.defs'];
const most = 200;
const mostReasons = 10;

/** A home directory, with the account that it belongs to: files in it are opened with its rights, and not beyond it. */
export interface Home {
  readonly path: string;
  readonly by: Account;
}

/** Home directories, and why others are left out. */
export interface Homes {
  readonly homes: readonly Home[];
  readonly leftOut: readonly string[];
}

/** Home directories of accounts. */
export const homes = defineProvider({
  name: 'homes',
  doc: `Sorted home directories of the accounts in ${passwd} with uid 0, or one from UID_MIN to UID_MAX of login.defs, whose shell is not nologin or false; at most ${most}. The setting homes limits them, or names others. A home directory must belong to its account, and is left out on network, FUSE and autofs mounts that the host does not enter. Files in it are opened with the rights of the account; links that lead out of it are not followed.`,
  yields: 'list',
  async evaluate(context) {
    const found = await homesOf(context);
    if (isNothing(found)) return found;
    return listed(
      found.homes.map(({ path: value, by }) => ({ value, by })),
      found.leftOut,
    );
  },
});

/** Finds the home directories that the setting allows, or says why there is none. */
export async function homesOf({ host, setting }: Context): Promise<Homes | Nothing> {
  const wanted = setting(homesSetting);
  if (wanted.includes('none')) return nothing('the setting homes is none');
  const accounts = await accountsOf(host);
  if (!accounts) return nothingWithout(host, passwd);
  const { usual, all } = accounts;
  const chosen = wanted.includes('all') ? usual : all.filter(({ name }) => wanted.includes(name));
  const unknown = wanted.filter((name) => name !== 'all' && !all.some((account) => account.name === name));
  const leftOut = unknown.map((name) => `${name}: not in ${passwd}`);
  const known = await knownHomes(host);
  const found = new Map<string, Home>();
  for (const account of chosen) {
    const home = await (known.get(account) ?? look(known, host, account));
    if (home === undefined) continue;
    if (typeof home === 'string') leftOut.push(home);
    else found.set(home.path, home);
  }
  const sorted = [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  if (sorted.length === 0)
    return nothing(['no account has a home directory', ...leftOut.slice(0, mostReasons)].join('; '));
  const { first, leftOut: more } = firstOf(sorted, most, 'home directories');
  return { homes: first, leftOut: [...more, ...leftOut] };
}

/** The accounts of the host; the usual ones are those of people and of root. Undefined if they cannot be read. */
const accountsOf = fact(async (host) => {
  const all = (await localAccountsOf(host))?.filter(({ home }) => canBeHome(home));
  if (all === undefined) return undefined;
  const { min, max } = await uidRange(host);
  const usual = all.filter(
    ({ uid, shell }) => (uid === 0 || (uid >= min && uid <= max)) && !/\/(?:nologin|false)$/.test(shell),
  );
  return { all, usual };
});

/** A path with a wildcard would be searched for, and the root directory is nobody's home. */
function canBeHome(path: string): boolean {
  return /^(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+$/.test(path) && !hasWildcard(path);
}

async function uidRange(host: Host): Promise<{ readonly min: number; readonly max: number }> {
  const texts = await Promise.all(definitions.map((path) => readText(host, path)));
  const text = texts.find((each) => each !== undefined) ?? '';
  const limitOf = (name: string, usual: number): number =>
    Number(new RegExp(`^\\s*${name}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? usual);
  return { min: limitOf('UID_MIN', 1000), max: limitOf('UID_MAX', 60_000) };
}

/** A home directory; why it is left out; or undefined if there is none. */
type Found = Home | string | undefined;

/** The home directories that were looked at, by account: several providers ask for them. */
const knownHomes = fact(async () => new Map<PasswdRow, Promise<Found>>());

function look(known: Map<PasswdRow, Promise<Found>>, host: Host, account: PasswdRow): Promise<Found> {
  const home = homeOf(host, account);
  known.set(account, home);
  return home;
}

async function homeOf(host: Host, account: PasswdRow): Promise<Found> {
  const { home: path, name, uid, gid } = account;
  try {
    const kind = (await host.stat(path))?.kind;
    if (kind === undefined) return await whyNotThere(host, path);
    if (kind !== 'directory') return `${path}: is not a directory`;
    // Below an unpacked root, nobody's rights can be used; what leads out of the home directory is still refused.
    if (!host.executes) return { path, by: { uid, gid, name, within: path } };
    const owner = await host.controller?.(path);
    if (isOwn(host, uid) ? owner === undefined : owner?.uid === uid)
      return { path, by: { ...(owner ?? { uid, gid, name }), within: path } };
    return `${path}: does not belong to ${name} alone`;
  } catch (error) {
    if (isHostError(error)) return error.message;
    throw error;
  }
}

/** Whether files of an account are those of root or of the collector, which nobody controls for them. */
function isOwn(host: Host, uid: number): boolean {
  return uid === 0 || uid === host.user?.()?.uid;
}

async function whyNotThere(host: Host, path: string): Promise<string | undefined> {
  try {
    await host.list(path);
    return undefined;
  } catch (error) {
    if (!isHostError(error)) throw error;
    return error.problem === 'absent' ? undefined : error.message;
  }
}
