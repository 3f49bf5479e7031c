import { basename } from 'node:path';
import { accountName, type LoginAccount, localAccountLine, parseAccount } from '@hostspec/files/host';
import type { Account, HostProblem, RunOptions } from '@hostspec/spec';
import { accountCommand, accountEnvironment, changesUser } from '../account/account-environment.js';
import type { Program } from '../program/programs.js';
import type { RunMark } from './leftovers.js';

/** The tools for preparing commands. */
export interface PreparationTools {
  readonly findProgram: (word: string) => Program;
  readonly mark: RunMark;
  /** Names in a directory; empty if it cannot be listed. */
  readonly list: (directory: string) => Promise<readonly string[]>;
  /** The account other than root that controls what a path leads to. */
  readonly controller: (path: string) => Promise<Account | undefined>;
  /** First line of the output of a command that is run at most once; undefined if it fails. */
  readonly ask: (argv: readonly string[]) => Promise<string | undefined>;
}

type Found = Extract<Program, { path: string }>;

/** A command in the form in which it is started. */
interface Command {
  readonly program: Found;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly piped?: boolean;
  /** The path of the program if it is not at the one that names it. */
  readonly elsewhere?: string;
}

type Prepared = Command | { readonly problem: HostProblem; readonly reason: string };

/** Finds a command's program and the form in which it is started: as the collector's own user, or with the rights of another. */
export async function prepareCommand(
  tools: PreparationTools,
  argv: readonly string[],
  how: RunOptions,
): Promise<Prepared> {
  const { as, env = {} } = how;
  const program = tools.findProgram(argv[0] ?? '');
  if (as && as.uid !== ownUser()) {
    if (ownUser() !== 0) return { problem: 'denied', reason: `needs root to run as ${accountName(as.uid)}` };
    if (isFound(program))
      return { ...withRights(tools, as, program, argv, env), ...elsewhere(program, argv) };
    // An account may run a program that it could replace.
    const launcher = tools.findProgram('/usr/bin/env');
    const isOwn = program.problem === 'refused' && (await tools.controller(argv[0] ?? ''))?.uid === as.uid;
    return isOwn && isFound(launcher)
      ? withRights(tools, as, launcher, ['env', '--', ...argv], env)
      : program;
  }
  if (!isFound(program)) return program;
  const request = accountCommand(argv);
  if (!request) return { program, argv, env, piped: changesUser(argv), ...elsewhere(program, argv) };
  if ('refused' in request) return { problem: 'refused', reason: request.refused };
  return prepareAs(tools, request.user, request.words, how);
}

/** Runs the command of a login without a login. */
async function prepareAs(
  tools: PreparationTools,
  user: string,
  words: readonly string[],
  how: RunOptions,
): Promise<Prepared> {
  const account = await findAccount(tools, user);
  if (!account) return { problem: 'failed', reason: `there is no user ${user}` };
  const { env, ownParent } = await accountEnvironment(account, words, tools.list);
  const [word = ''] = words;
  const variables = { ...env, ...how.env };
  if (account.uid === ownUser()) {
    const program = inPath(tools, word, variables.PATH ?? '');
    return isFound(program) ? { program, argv: words, env: variables } : program;
  }
  if (ownUser() !== 0) return { problem: 'denied', reason: `needs root to run as ${user}` };
  const named = word.startsWith('/') ? tools.findProgram(word) : undefined;
  // A refused program belongs to that user: it runs with that user's rights.
  if (named && !isFound(named) && named.problem !== 'refused') return named;
  const program = tools.findProgram('/usr/bin/env');
  if (!isFound(program)) return program;
  const groups =
    (await tools.ask(['/usr/bin/id', '-G', user]))?.split(' ').filter(isNumber).map(Number) ?? [];
  const argv = [
    'env',
    // Variables that name libraries and the like apply to the command, never to the program that changes the rights.
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...(ownParent ? ['/usr/bin/timeout', '0'] : []),
    ...words,
  ];
  return withRights(tools, { ...account, groups }, program, argv, {});
}

async function findAccount(tools: PreparationTools, user: string): Promise<LoginAccount | undefined> {
  const account = parseAccount(
    localAccountLine(user) ?? (await tools.ask(['/usr/bin/getent', 'passwd', user])) ?? '',
  );
  return account?.name === user ? account : undefined;
}

/** A program and its arguments as they run with the rights of another user. */
function withRights(
  tools: PreparationTools,
  { uid, gid, groups = [] }: Account,
  program: Found,
  argv: readonly string[],
  env: Command['env'],
): Prepared {
  const setpriv = tools.findProgram('setpriv');
  // Busybox's setpriv takes other options. Node must not change the user itself: it waits until its child has executed the program,
  // and an account can stop a child that has taken on its rights.
  if (setpriv.path === undefined || basename(setpriv.real) !== 'setpriv')
    return {
      problem: 'failed',
      reason: `cannot run as ${accountName(uid)}: setpriv of util-linux is needed, but is not installed`,
    };
  const all = [...groups, ...(tools.mark.group === undefined ? [] : [tools.mark.group])];
  const further = all.length === 0 ? '--clear-groups' : `--groups=${all.join()}`;
  const options = [`--reuid=${uid}`, `--regid=${gid}`, further, '--inh-caps=-all', '--no-new-privs', '--'];
  return {
    program: setpriv,
    argv: ['setpriv', ...options, program.path, ...argv.slice(1)],
    env,
    piped: true,
  };
}

/** A program that is judged, for the collector's own user: the first of a search path. */
function inPath(tools: PreparationTools, word: string, path: string): Program {
  if (word.includes('/')) return tools.findProgram(word);
  let refused: Program | undefined;
  for (const place of path.split(':')) {
    const program = tools.findProgram(`${place}/${word}`);
    if (isFound(program)) return program;
    if (program.problem !== 'absent') refused ??= program;
  }
  return refused ?? { problem: 'absent', reason: `command not found: ${word}` };
}

function elsewhere({ path }: Found, [word = '']: readonly string[]): Pick<Command, 'elsewhere'> {
  return word.startsWith('/') && path !== word ? { elsewhere: path } : {};
}

function isFound(program: Program): program is Found {
  return program.path !== undefined;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function ownUser(): number {
  return process.geteuid?.() ?? 0;
}
