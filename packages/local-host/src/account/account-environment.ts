import { posix } from 'node:path';
import type { LoginAccount } from '@hostspec/files/host';
import { inheritedVariables } from '@hostspec/host-kit';
import { type RunOptions, runMarker, splitWords } from '@hostspec/spec';

/** The search path for programs, independent of the collector's own PATH. */
export const searchPath = ['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/share/Modules/bin'] as const;

/** The environment of a command: fixed and independent of the collector's, except for its LANG and variables that the spec sets or inherits. */
export function safeEnvironment(options: RunOptions, run: string): Record<string, string> {
  return {
    PATH: searchPath.join(':'),
    LC_ALL: 'C',
    ...inheritedVariables(options, process.env),
    ...options.env,
    [runMarker]: run,
  };
}

const logins = /^(?:(?:\/usr)?\/s?bin\/)?(su|runuser|sudo)$/;

/** How a command of another user finds what it needs without the profile that a login would run. */
export interface AccountEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Whether the command must have a parent process of its own. */
  readonly ownParent?: boolean;
}

/** Names in a directory, sorted; empty if it cannot be listed. */
type List = (directory: string) => Promise<readonly string[]>;

/**
 * The environment of a command that runs as another user. Nothing that the user wrote decides it, except for the directories
 * of DB2 and SAP HANA, whose programs are found below the home or instance directory of the user who runs them.
 */
export async function accountEnvironment(
  account: LoginAccount,
  words: readonly string[],
  list: List,
): Promise<AccountEnvironment> {
  const base = {
    HOME: account.home,
    USER: account.name,
    LOGNAME: account.name,
    PATH: searchPath.join(':'),
    // psql would run the commands in psqlrc files.
    PSQLRC: '/dev/null',
    PGSYSCONFDIR: '/dev/null',
  };
  // The command line processor finds its background process by the parent, which all commands would otherwise share.
  if (words[0] === 'db2') return { env: { ...base, ...db2Environment(account) }, ownParent: true };
  const instance = await hanaInstance(account, words, list);
  return { env: instance === undefined ? base : { ...base, ...hanaEnvironment(instance) } };
}

/** The variables that an instance's db2profile sets, without the userprofile that it runs. */
function db2Environment({ name, home }: LoginAccount): Record<string, string> {
  const sqllib = `${home}/sqllib`;
  return {
    DB2INSTANCE: name,
    INSTHOME: home,
    PATH: [`${sqllib}/bin`, `${sqllib}/adm`, `${sqllib}/misc`, ...searchPath].join(':'),
    LD_LIBRARY_PATH: [`${sqllib}/lib64`, `${sqllib}/lib64/gskit`, `${sqllib}/lib32`].join(':'),
  };
}

/** The directory of the HANA instance that the administrator's command is about: the one it names, else the first. */
async function hanaInstance(
  { name }: LoginAccount,
  words: readonly string[],
  list: List,
): Promise<string | undefined> {
  const sid = /^([a-z][a-z0-9]{2})adm$/.exec(name)?.[1]?.toUpperCase();
  if (sid === undefined) return undefined;
  const named = words.map((word) => /^\/usr\/sap\/\w{3}\/HDB\d\d(?=\/)/.exec(word)?.[0]).find(Boolean);
  if (named?.startsWith(`/usr/sap/${sid}/`)) return named;
  const [first] = (await list(`/usr/sap/${sid}`)).filter((entry) => /^HDB\d\d$/.test(entry));
  return first === undefined ? undefined : `/usr/sap/${sid}/${first}`;
}

/** The variables that an instance's hdbenv.sh sets for its programs. */
function hanaEnvironment(instance: string): Record<string, string> {
  const exe = `${instance}/exe`;
  const python = `${exe}/Python`;
  return {
    SAPSYSTEMNAME: posix.basename(posix.dirname(instance)),
    DIR_INSTANCE: instance,
    DIR_EXECUTABLE: exe,
    PYTHONPATH: [`${exe}/python_support`, exe].join(':'),
    PATH: [instance, exe, `${python}/bin`, ...searchPath].join(':'),
    LD_LIBRARY_PATH: [exe, `${python}/lib`].join(':'),
  };
}

/** A command to run as another user, taken from a login in the catalog. */
interface AccountCommand {
  readonly user: string;
  readonly words: readonly string[];
}

/** The request in a command line: a command as another user, or a login that is refused. */
type AccountRequest = AccountCommand | { readonly refused: string };

/** Whether a command line changes to another user, in any way. */
export function changesUser([program = '']: readonly string[]): boolean {
  return logins.test(program);
}

/**
 * The command that a login of the catalog runs: `su -l USER -c 'COMMAND'`, `runuser -l USER -c 'COMMAND'` or
 * `sudo -iu USER COMMAND…`. Undefined for any other command line. No shell is started, so a command that needs one is refused.
 */
export function accountCommand(argv: readonly string[]): AccountRequest | undefined {
  const [program = '', option, user = '', ...rest] = argv;
  const login = logins.exec(program)?.[1];
  if (login === undefined || !/^[A-Za-z_][\w.@-]*\$?$/.test(user)) return undefined;
  if (login === 'sudo') return option === '-iu' && rest.length > 0 ? { user, words: rest } : undefined;
  const [dashC, line = '', ...more] = rest;
  if (option !== '-l' || dashC !== '-c' || more.length > 0) return undefined;
  if (needsShell(line))
    return { refused: `${JSON.stringify(line)} needs a shell, but none is started as ${user}` };
  return { user, words: splitWords(line) };
}

/** Whether a shell would do more with a command line than split it into words. */
function needsShell(line: string): boolean {
  const plain = line.replace(/'[^']*'|"(?:[^"$`\\]|\\[\s\S])*"|\\[\s\S]/g, 'x');
  return plain.trim() === '' || /[|&;<>()$`*?[\]{}~#"'\n]/.test(plain) || /^\s*\w+=/.test(plain);
}
