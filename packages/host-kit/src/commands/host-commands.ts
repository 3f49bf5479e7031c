import type { CollectingHost, CommandEnd, CommandResult, RunOptions } from '@hostspec/spec';

/** The methods of a host that concern commands. */
export type HostCommands = Pick<CollectingHost, 'run' | 'runInto' | 'which'>;

const notRun: CommandEnd = {
  problem: 'absent',
  reason: 'commands are not run on a root that is not the running machine',
};

/** The commands of a root that is not the running machine: none is run. */
export const noCommands: HostCommands = {
  run: async () => commandResult(notRun, new Uint8Array()),
  runInto: async () => notRun,
  which: async () => undefined,
};

/** The key by which a host recognizes a command that it already ran. */
export function commandKey(argv: readonly string[], { env, inheritEnv, stdin, as }: RunOptions): string {
  return JSON.stringify([argv, env ?? {}, inheritEnv ?? [], stdin ?? '', as && [as.uid, as.gid, as.groups]]);
}

/** The end of a command with its output in memory. */
export function commandResult({ rc, problem, reason }: CommandEnd, output: Uint8Array): CommandResult {
  return { rc, output, ...(problem === undefined ? {} : { problem, reason: reason ?? problem }) };
}

/** Makes a function that asks once for each key. Later questions get the same promise, unless it was rejected. */
export function onceFor<A extends readonly unknown[], T>(
  keyOf: (...question: A) => string,
  ask: (...question: A) => Promise<T>,
): (...question: A) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...question) => {
    const key = keyOf(...question);
    const known = answers.get(key);
    if (known) return known;
    const answer = ask(...question);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
