import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { HostspecError, isHostspecError, UsageError } from '@hostspec/spec';
import { askHere, type Question } from './ask-here.js';
import { scratchFor } from './engine.js';
import { readState } from './fleet-state.js';
import { tooLong } from './query.js';

interface Asked extends Question {
  readonly scratch: string;
}

type Reply =
  | { readonly answer: string | Uint8Array }
  | { readonly code: HostspecError['code'] | undefined; readonly isUsage: boolean; readonly message: string };

/** When the process of a question is ended. */
interface Bounds {
  /** Bytes. The engine may take 1 GB, and the largest answer takes about as much. Default: 3 GiB. */
  readonly memory?: number;
  /** Seconds after the time limit, in which an engine that hears the interrupt ends by itself. Default: 5. */
  readonly grace?: number;
}

const watchEvery = 100;

const child = `import(${JSON.stringify(new URL('../dist/index.js', import.meta.url))}).then((own) => own.answerParent())`;

/**
 * Answers one question in a process of its own: some functions of the engine take any time and memory for one value, and hear no interrupt.
 *
 * @throws the errors of `queryFleet`; HostspecError if the engine crashed.
 */
export async function askApart(
  question: Question,
  { memory = 3 * 1024 ** 3, grace = 5 }: Bounds = {},
): Promise<string | Uint8Array> {
  const { fleet, timeout = 60 } = question;
  readState(fleet);
  const scratch = scratchFor(fleet);
  const own = spawn(process.execPath, ['--eval', child], {
    ...{ cwd: '/', serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  });
  const end = performance.now() + (timeout + grace) * 1000;
  let why: HostspecError | undefined;
  const watch = setInterval(() => {
    if (performance.now() > end) why ??= tooLong(timeout);
    if (memoryOf(own.pid) > memory) why ??= tooMuch(memory);
    if (why) own.kill('SIGKILL');
  }, watchEvery);
  try {
    const ended = once(own, 'exit');
    const replied = once(own, 'message');
    own.send({ ...question, scratch } satisfies Asked, () => {});
    const [reply] = await Promise.race([
      replied as Promise<[Reply]>,
      ended.then(([status, signal]) => {
        throw why ?? failed(`the engine ended with ${signal ?? `status ${status}`}; ask in another way`);
      }),
    ]);
    if ('answer' in reply) return reply.answer;
    const { code, isUsage, message } = reply;
    if (code === undefined) throw new Error(message);
    throw new (isUsage ? UsageError : HostspecError)(code, message, { subject: fleet });
  } finally {
    clearInterval(watch);
    own.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Answers the question of the parent process, which then ends this one. */
export async function answerParent(): Promise<void> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const [asked] = (await once(process, 'message')) as [Asked];
  process.send?.(await replyTo(asked));
}

async function replyTo(asked: Asked): Promise<Reply> {
  try {
    return { answer: await askHere(asked) };
  } catch (error) {
    const { name, message, stack } = error as Error;
    const isKnown = isHostspecError(error);
    return {
      ...{ code: isKnown ? error.code : undefined, isUsage: name === 'UsageError' },
      message: isKnown ? message : String(stack),
    };
  }
}

/** The bytes of memory that a process takes; 0 if the system does not say. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function failed(message: string): HostspecError {
  return new HostspecError('INVALID_OPTION', message, { subject: 'SQL' });
}

function tooMuch(memory: number): HostspecError {
  return failed(
    `the query needs more than the ${memory / 1024 ** 3} GiB of memory that it may take; ask for fewer days, hosts or columns`,
  );
}
