import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { machine } from 'node:os';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isLocaleName } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import { architectures, bootstrap, type Mark } from './bootstrap.js';
import { type Channel, openChannel } from './channel.js';
import { openDebugPod } from './debug-pod.js';
import { failed, lastLines, noShell, unreachable } from './failure.js';
import { type Launch, launchOf } from './launch.js';
import type { ConnectOptions, RemoteConnection, RemoteFacts, RunnerProgram } from './options.js';
import { becomeRoot } from './sudo.js';
import type { Target } from './target.js';

const compressed = promisify(gzip);
// zlib finds more with less memory: its hashes of four bytes are only for speed.
const smallest = { level: 9, memLevel: 7 };
const uploads = new Map<string, Promise<Upload>>();

const defaultTimeout = 30;

/**
 * Connects to a host, puts the runner there if necessary, and starts it.
 *
 * @throws HostspecError `UNREACHABLE`, with one sentence, if the host cannot be reached; `RUNNER` if the program to send is another one;
 * UsageError if a node is named without `pod`.
 */
export async function connectTarget(target: Target, options: ConnectOptions): Promise<RemoteConnection> {
  const { connectTimeout = defaultTimeout, interactive = false } = options;
  if (target.kind !== 'kube-node') {
    const launch = launchOf(target, { connectTimeout, interactive });
    return connectThrough(launch, target, { ...options, connectTimeout });
  }
  const { launch, remove } = await openDebugPod(target, options.pod, connectTimeout);
  try {
    // kubectl gets a session of its own: Ctrl-C on the terminal must not cut the connection before the archive is complete. Its shell
    // belongs to root already.
    const own = { ...options, connectTimeout, interactive: false, sudo: false };
    const opened = await connectThrough(launch, target, own);
    const close = (): Promise<void> => opened.close().finally(remove);
    return { ...opened, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function connectThrough(
  launch: Launch,
  target: Target,
  options: ConnectOptions & { readonly connectTimeout: number },
): Promise<RemoteConnection> {
  const { connectTimeout, interactive = false } = options;
  const mark: Mark = { first: randomBytes(12).toString('hex'), second: randomBytes(12).toString('hex') };
  const channel = openChannel(launch, `${mark.first}${mark.second} `, {
    interactive,
    idleSeconds: connectTimeout,
  });
  if (!options.keepRunner) prepareUpload(options.runners);
  try {
    const facts = await begin(target, channel, mark, options);
    return { stream: channel.stream(), facts, close: channel.close };
  } catch (error) {
    await channel.close();
    if (error instanceof Error && 'code' in error) throw error;
    throw unreachable(target, (error as Error).message, error);
  }
}

async function begin(
  target: Target,
  channel: Channel,
  mark: Mark,
  options: ConnectOptions,
): Promise<RemoteFacts> {
  if (options.sudo) await becomeRoot(target, channel, mark, options.password);
  const runners = new Map(Object.keys(architectures).map((arch) => [arch, options.runners(arch)]));
  channel.send(
    bootstrap({
      mark,
      digests: digestsOf(runners),
      word: randomBytes(12).toString('hex'),
      keep: options.keepRunner === true,
      first: options.first,
    }),
  );
  return talk(target, channel, runners, options.sudo === true);
}

/** Compresses the runner that the host probably needs while connecting. */
function prepareUpload(runners: ConnectOptions['runners']): void {
  const [own] = Object.entries(architectures).find(([, names]) => names.includes(machine())) ?? [];
  const runner = own === undefined ? undefined : runners(own);
  if (typeof runner === 'object') uploadOf(runner, true).catch(() => undefined);
}

function digestsOf(runners: ReadonlyMap<string, RunnerProgram | string>): Record<string, string> {
  return Object.fromEntries(
    [...runners].flatMap(([arch, runner]) => (typeof runner === 'string' ? [] : [[arch, runner.sha256]])),
  );
}

/** Answers the script on the host until the runner starts. */
async function talk(
  target: Target,
  channel: Channel,
  runners: ReadonlyMap<string, RunnerProgram | string>,
  isStarted: boolean,
): Promise<RemoteFacts> {
  let home: string | undefined;
  let lang: string | undefined;
  let answers = isStarted;
  let sent: number | undefined;
  let arrived = 0;
  for (;;) {
    const line = await channel.next();
    if (line === undefined)
      throw answers
        ? unreachable(target, `the connection ended before the runner started${said(channel)}`)
        : noShell(target, channel.noise());
    const [word = '', ...words] = line.split(' ');
    const [first = '', second = ''] = words;
    answers = true;
    if (word === 'home') home = homeOf(words.join(' '));
    else if (word === 'lang') lang = langOf(words.join(' '));
    else if (word === 'fail' && first === 'program') throw noProgram(target, runners.get(second));
    else if (word === 'send' && sent === undefined)
      sent = await send(target, channel, runners.get(first), second);
    // Only a larger number is progress.
    else if (word === 'got' && Number(first) > arrived && Number(first) <= (sent ?? 0))
      arrived = Number(first);
    else if (word === 'run' && runners.has(second))
      return {
        arch: second,
        runner: first === 'kept' ? 'kept' : 'uploaded',
        stays: first !== 'temporary',
        home,
        lang,
      };
    else if (word !== 'start') throw failed(target, channel.masked(line));
  }
}

/** Sends the runner. Returns its uncompressed size. */
async function send(
  target: Target,
  channel: Channel,
  runner: RunnerProgram | string | undefined,
  how: string,
): Promise<number> {
  if (runner === undefined || typeof runner === 'string') throw noProgram(target, runner);
  const { bytes, content } = await uploadOf(runner, how === 'gzip');
  channel.send(`${content.length} ${bytes}\n`);
  channel.send(content);
  return bytes;
}

function noProgram(target: Target, why: RunnerProgram | string | undefined): Error {
  return unreachable(target, typeof why === 'string' ? why : 'the host asks for an unknown runner');
}

function said(channel: Channel): string {
  const text = lastLines(channel.noise());
  return text === '' ? '' : `: ${text}`;
}

/** The home directory that the host reports. Undefined unless it is an absolute path of usual length and characters. */
function homeOf(text: string): string | undefined {
  return /^\/[^\p{Cc}\p{Cs}]{0,1023}$/u.test(text) ? text : undefined;
}

/** LANG that the host reports. Undefined unless it is the plain name of a locale. */
function langOf(text: string): string | undefined {
  return isLocaleName(text) ? text : undefined;
}

/** A program in the form in which it is sent. */
interface Upload {
  /** Uncompressed size. */
  readonly bytes: number;
  readonly content: Buffer;
}

/**
 * The program to send, compressed or not. Read and checked once for all connections of this process.
 *
 * @throws HostspecError `RUNNER` if it cannot be read, or has another checksum.
 */
export function uploadOf(runner: RunnerProgram, isCompressed: boolean): Promise<Upload> {
  const key = `${runner.sha256} ${isCompressed}`;
  const known = uploads.get(key);
  if (known) return known;
  const made = read(runner).then(async (program) => ({
    bytes: program.length,
    content: isCompressed ? await compressed(program, smallest) : program,
  }));
  uploads.set(key, made);
  made.catch(() => uploads.delete(key));
  return made;
}

async function read({ program, sha256 }: RunnerProgram): Promise<Buffer> {
  const refuse = (problem: string, cause?: unknown): HostspecError =>
    new HostspecError('RUNNER', `${program} ${problem}; install hostspec again`, { subject: program, cause });
  try {
    // Opening a FIFO must not wait for a writer.
    const file = await open(program, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) throw refuse('is not a regular file');
      const bytes = await file.readFile();
      const actual = createHash('sha256').update(bytes).digest('hex');
      if (actual !== sha256)
        throw refuse(
          `is not the runner that hostspec was built with: its sha256 is ${actual}, not ${sha256}`,
        );
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof HostspecError) throw error;
    throw refuse(`cannot be read: ${(error as Error).message}`, error);
  }
}
