import { basename } from 'node:path';
import {
  type Account,
  type CommandEnd,
  type ContentLimit,
  type HostProblem,
  isHostError,
  type Limiter,
  type RunOptions,
} from '@hostspec/spec';
import { accountEnvironment } from './account-environment.js';
import { accountCommand, changesUser } from './as-account.js';
import { safeEnvironment } from './environment.js';
import { execute, type Stop } from './execute.js';
import type { RunMark } from './leftovers.js';
import { accountName, type LoginAccount, localAccountLine, parseAccount } from './login-account.js';
import { openProgram, type Program } from './programs.js';

/** The tools for running commands. */
export interface CommandTools {
  readonly findProgram: (word: string) => Program;
  readonly limit: Limiter;
  readonly mark: RunMark;
  readonly stop: Stop;
  /** Seconds, unless the command has its own limit. */
  readonly timeout: number;
  readonly maxItemBytes: number;
  /** Names in a directory; empty if it cannot be listed. */
  readonly list: (directory: string) => Promise<readonly string[]>;
  /** The account other than root that controls what a path leads to. */
  readonly controller: (path: string) => Promise<Account | undefined>;
  /** First line of the output of a command that is run at most once; undefined if it fails. */
  readonly ask: (argv: readonly string[]) => Promise<string | undefined>;
}

/** Runs a command with its output going into the file that `to` opens when the command's turn has come. Throws only what `to` throws. */
export type RunCommand = (
  argv: readonly string[],
  to: () => Promise<number> | number,
  how: RunOptions & ContentLimit,
) => Promise<CommandEnd>;

type Found = Extract<Program, { path: string }>;

/** A command in the form in which it is started. */
interface Command {
  readonly program: Found;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly piped?: boolean;
  readonly as?: Account;
}

type Prepared = Command | { readonly problem: HostProblem; readonly reason: string };

/** Makes the function that runs commands: as the collector's own user, or as another with pipes and no login. */
export function commandRunner(tools: CommandTools): RunCommand {
  const { findProgram, limit, mark, stop, timeout, maxItemBytes, ask } = tools;

  /** A program and its arguments as they run with the rights of another user. */
  const withRights = (
    { uid, gid, groups = [] }: Account,
    program: Found,
    argv: readonly string[],
    env: Command['env'],
  ): Command => {
    const setpriv = findProgram('setpriv');
    // Busybox's setpriv takes other options. Without setpriv, the command runs unmarked and without supplementary groups.
    if (setpriv.path === undefined || basename(setpriv.real) !== 'setpriv')
      return { program, argv, env, piped: true, as: { uid, gid } };
    const all = [...groups, ...(mark.group === undefined ? [] : [mark.group])];
    const further = all.length === 0 ? '--clear-groups' : `--groups=${all.join()}`;
    const options = [`--reuid=${uid}`, `--regid=${gid}`, further, '--inh-caps=-all', '--'];
    return {
      program: setpriv,
      argv: ['setpriv', ...options, program.path, ...argv.slice(1)],
      env,
      piped: true,
    };
  };

  const findAccount = async (user: string): Promise<LoginAccount | undefined> => {
    const account = parseAccount(
      localAccountLine(user) ?? (await ask(['/usr/bin/getent', 'passwd', user])) ?? '',
    );
    return account?.name === user ? account : undefined;
  };

  /** Runs the command of a login without a login. */
  const prepareAs = async (user: string, words: readonly string[], how: RunOptions): Promise<Prepared> => {
    const account = await findAccount(user);
    if (!account) return { problem: 'failed', reason: `there is no user ${user}` };
    const { env, ownParent } = await accountEnvironment(account, words, tools.list);
    const [word = ''] = words;
    const variables = { ...env, ...how.env };
    if (account.uid === ownUser()) {
      const program = inPath(word, variables.PATH ?? '');
      return isFound(program) ? { program, argv: words, env: variables } : program;
    }
    if (ownUser() !== 0) return { problem: 'denied', reason: `needs root to run as ${user}` };
    const named = word.startsWith('/') ? findProgram(word) : undefined;
    // A refused program belongs to that user: it runs with that user's rights.
    if (named && !isFound(named) && named.problem !== 'refused') return named;
    const program = findProgram('/usr/bin/env');
    if (!isFound(program)) return program;
    const groups = (await ask(['/usr/bin/id', '-G', user]))?.split(' ').filter(isNumber).map(Number) ?? [];
    const argv = [
      'env',
      // Variables that name libraries and the like apply to the command, never to the program that changes the rights.
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      ...(ownParent ? ['/usr/bin/timeout', '0'] : []),
      ...words,
    ];
    return withRights({ ...account, groups }, program, argv, {});
  };

  /** A program that is judged, for the collector's own user: the first of a search path. */
  const inPath = (word: string, path: string): Program => {
    if (word.includes('/')) return findProgram(word);
    let refused: Program | undefined;
    for (const place of path.split(':')) {
      const program = findProgram(`${place}/${word}`);
      if (isFound(program)) return program;
      if (program.problem !== 'absent') refused ??= program;
    }
    return refused ?? { problem: 'absent', reason: `command not found: ${word}` };
  };

  const prepare = async (argv: readonly string[], how: RunOptions): Promise<Prepared> => {
    const { as, env = {} } = how;
    const program = findProgram(argv[0] ?? '');
    if (as && as.uid !== ownUser()) {
      if (ownUser() !== 0)
        return { problem: 'denied', reason: `needs root to run as ${accountName(as.uid)}` };
      if (isFound(program)) return withRights(as, program, argv, env);
      // An account may run a program that it could replace.
      const launcher = findProgram('/usr/bin/env');
      const isOwn = program.problem === 'refused' && (await tools.controller(argv[0] ?? ''))?.uid === as.uid;
      return isOwn && isFound(launcher) ? withRights(as, launcher, ['env', '--', ...argv], env) : program;
    }
    if (!isFound(program)) return program;
    const request = accountCommand(argv);
    if (!request) return { program, argv, env, piped: changesUser(argv) };
    if ('refused' in request) return { problem: 'refused', reason: request.refused };
    return prepareAs(request.user, request.words, how);
  };

  return async (argv, to, { maxBytes = maxItemBytes, ...how }) => {
    const command = await prepare(argv, how);
    if ('problem' in command) return command;
    return limit(async () => {
      if (stop.reason !== undefined) return { problem: 'failed', reason: stop.reason };
      let startable: ReturnType<typeof openProgram>;
      try {
        startable = openProgram(command.program);
      } catch (error) {
        if (!isHostError(error)) throw error;
        return { problem: error.problem, reason: error.message };
      }
      try {
        return await execute(startable.file, command.argv, await to(), {
          env: safeEnvironment({ ...how, env: command.env }, mark.run),
          mark,
          timeout: how.timeout ?? timeout,
          signal: how.signal ?? 'SIGKILL',
          stdin: how.stdin,
          maxBytes: Math.min(maxBytes, maxItemBytes),
          stop,
          piped: command.piped,
          as: command.as,
        });
      } finally {
        startable.close();
      }
    });
  };
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
