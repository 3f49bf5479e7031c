import { setImmediate } from 'node:timers/promises';
import { shortened } from '@hostspec/host-kit';
import { isHostError, joinWords } from '@hostspec/spec';
import { readArchived } from '../opened-archive.js';
import { programIn, programOf } from '../same-command.js';
import {
  type BuiltinContext,
  BuiltinError,
  type Content,
  notFound,
  pathOf,
  type ShownText,
} from './builtin.js';
import { builtins } from './builtins.js';
import { derive, type Reason } from './derived/index.js';
import type { Answer, ArchiveSession, NearSpec } from './session.js';
import type { ParsedCommand, Word } from './words.js';

/** Gives the words of a command that shows the same; undefined if the arguments ask for something else. */
interface Rephrase {
  (args: readonly string[]): readonly string[] | undefined;
  /** The command shows something else beside, or less. */
  readonly isOnlySimilar?: true;
}

const always =
  (...words: string[]): Rephrase =>
  () =>
    words;

const similarly = (...words: string[]): Rephrase =>
  Object.assign(always(...words), { isOnlySimilar: true as const });

/** For no arguments, or the lines given: the words in their place. */
const lines =
  (words: Readonly<Record<string, string>>): Rephrase =>
  (args) => {
    const line = args.join(' ');
    return Object.hasOwn(words, line) ? words[line]?.split(' ') : undefined;
  };

/** The disk of a partition; undefined for anything else. */
const wholeDisk = (device: string): string | undefined =>
  /^(\/dev\/(?:[hsv]d|xvd)[a-z]+)\d+$/.exec(device)?.[1] ??
  /^(\/dev\/(?:nvme\d+n\d+|mmcblk\d+))p\d+$/.exec(device)?.[1];

const isInterface = (word: string): boolean => /^[a-z][\w.:-]*$/i.test(word);

/** By program: others that show the same in another form, mostly because the program is an older one. */
const rephrases: Readonly<Record<string, Rephrase>> = {
  arch: always('uname', '-m'),
  arp: (args) => (args.every((word) => /^-[aenv]+$/.test(word)) ? ['ip', 'neigh'] : undefined),
  chkconfig: lines({ '': 'systemctl list-unit-files', '--list': 'systemctl list-unit-files' }),
  dmesg: (args) => {
    const level = /^(?:-l|--level)[ =](\w+)$/.exec(args.join(' '))?.[1];
    return level === undefined ? undefined : ['journalctl', '-k', '-p', level.replace(/^warn$/, 'warning')];
  },
  dpkg: ([option, name, ...more]) =>
    /^(?:-s|--status)$/.test(option ?? '') && name !== undefined && more.length === 0
      ? ['dpkg', '-l', name]
      : undefined,
  docker: lines({ 'ps -a': 'docker ps --all --no-trunc' }),
  dnf: (args) => ['yum', ...args],
  'firewall-cmd': lines({ '--list-all': 'firewall-cmd --list-all-zones' }),
  groups: ([user, ...more]) => (user !== undefined && more.length === 0 ? ['id', user] : undefined),
  htop: always('top'),
  ifconfig: (args) => {
    const names = args.filter((word) => word !== '-a');
    return names.length <= 1 && names.every(isInterface) ? ['ip', 'addr', 'show', ...names] : undefined;
  },
  iptables: (args) => (args.every((word) => /^-[LSnv]+$/.test(word)) ? ['iptables-save'] : undefined),
  journalctl: (args) => {
    const others = args.filter((word) => word !== '-f' && word !== '--follow');
    // `--follow` begins with the last ten lines.
    const lines = others.some((word) => /^(?:-n|--lines)/.test(word)) ? [] : ['-n', '10'];
    return others.length < args.length ? ['journalctl', ...others, ...lines] : undefined;
  },
  lspci: lines({ '-nnk': 'lspci -nnvv' }),
  lvdisplay: always('lvs'),
  netstat: (args) => {
    if (args.join() === '-i') return ['ip', '-s', 'link'];
    return args.every((word) => /^-[antulpW46]+$/.test(word)) && args.length > 0
      ? ['ss', ...(/[tu]/.test(args.join('')) ? [] : ['-tu']), ...args.map((word) => word.replace('W', ''))]
      : undefined;
  },
  nmcli: lines({ '': 'nmcli general status', device: 'nmcli dev show', d: 'nmcli dev show' }),
  ntpq: lines({ '-p': 'ntpq -pn' }),
  podman: lines({ 'ps -a': 'podman ps --all --no-trunc' }),
  ps: lines({ auxf: 'ps aux', axf: 'ps aux', axjf: 'ps alxwww', '-ejH': 'ps alxwww' }),
  pstree: always('ps', '-eo', 'pid,ppid,args'),
  pvdisplay: always('pvs'),
  route: lines({ '': 'route -n' }),
  runlevel: similarly('systemctl', 'get-default'),
  service: ([name = '', action]) => {
    if (name === '--status-all') return ['systemctl', 'list-units', '--type=service'];
    return action === 'status' ? ['systemctl', 'status', name] : undefined;
  },
  smartctl: (args) => {
    const disk = wholeDisk(args.at(-1) ?? '');
    return disk === undefined ? undefined : ['smartctl', ...args.slice(0, -1), disk];
  },
  sudo: (args) => (args.length > 0 && !args[0]?.startsWith('-') ? args : undefined),
  swapon: lines({ '-s': 'swapon --show' }),
  'systemd-analyze': lines({ '': 'systemd-analyze time' }),
  w: similarly('who', '-a'),
  who: lines({ '-b': 'who -a' }),
  yum: lines({ 'list installed': 'rpm -qa' }),
};

/** Where and how to evaluate lines. */
export interface Evaluation {
  readonly session: ArchiveSession;
  readonly directory: string;
  /** Whether the user wants no more output. */
  isStopped?(): boolean;
}

/** Where answers go. */
export interface ShellOutput {
  readonly out: { write(content: string | Uint8Array): unknown; readonly isTTY?: boolean | undefined };
  readonly shown: ShownText;
  problem(line: string): void;
  /** Prints which recorded command gave the answer. */
  note(line: string): void;
}

/** A command in a pipe: its output, then its exit status. */
type Stage = AsyncGenerator<Uint8Array, number, undefined>;

/** Evaluates piped commands from the archive alone. Prints the last one's output and returns its exit status. */
export async function evaluate(
  commands: readonly ParsedCommand[],
  { session, directory, isStopped }: Evaluation,
  output: ShellOutput,
): Promise<number> {
  const { shown } = output;
  let input: Content | undefined;
  let status = 0;
  for (const [index, { words, quiet }] of commands.entries()) {
    const argv = await expanded(words, { session, directory });
    const name = shown.printable(argv[0] ?? '');
    const complain = (message: string): void => {
      if (!quiet) output.problem(`${name}: ${shown.printable(message)}`);
    };
    const note = (line: string): void => {
      if (!quiet) output.note(shown.printable(line));
    };
    const context: BuiltinContext = { session, directory, shown, complain, note, ...(input && { input }) };
    const isLast = index === commands.length - 1;
    input = guarded(stageOf(argv, context), complain, (ended) => {
      if (isLast) status = ended;
    });
  }
  if (input) await printContent(input, output, isStopped);
  return status;
}

const shortestTurn = 50;

/** Prints content, and lets signals and keys through from time to time. */
async function printContent(
  content: Content,
  { out }: ShellOutput,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let last = 10;
  let turn = performance.now();
  for await (const piece of content) {
    if (performance.now() - turn > shortestTurn) {
      await setImmediate();
      turn = performance.now();
    }
    if (isStopped()) break;
    out.write(piece);
    last = piece.at(-1) ?? last;
  }
  // Writing text ends an incomplete character. A prompt that follows needs a line of its own.
  out.write(last !== 10 && out.isTTY ? '\n' : '');
}

/** Replaces patterns with the paths that match, as a shell does. */
async function expanded(
  words: readonly Word[],
  { session, directory }: Evaluation,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (const [index, { text, isPattern }] of words.entries()) {
    const paths = isPattern && index > 0 ? await session.glob(pathOf(text, directory)) : [];
    const below = directory === '/' ? '/' : `${directory}/`;
    const shown = text.startsWith('/') ? paths : paths.map((path) => path.slice(below.length));
    all.push(...(shown.length === 0 ? [text] : shown));
  }
  return all;
}

async function* stageOf(argv: readonly string[], context: BuiltinContext): Stage {
  const { session, input, note } = context;
  const [program = '', ...args] = argv;
  const recorded = input ? undefined : session.same(argv);
  if (recorded) return yield* answered(recorded, context);
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
  if (builtin) return yield* builtin(args, context);
  if (input)
    throw new BuiltinError(
      `is not possible after a pipe; allowed: ${Object.keys(builtins).join(', ')}`,
      notFound,
    );
  const synonym = await session.synonym(argv);
  if (synonym) return yield* answered(synonym, context);
  const { derived, reasons } = await derive(argv, session, context.complain);
  if (!derived) {
    const asSimilar = {
      ...context,
      note: (line: string): void => note(`${line}, the most similar command`),
    };
    const byProgram = programOf(program);
    const rephrase = Object.hasOwn(rephrases, byProgram) ? rephrases[byProgram] : undefined;
    const other = rephrase?.(args);
    if (other) {
      const status = yield* answeredAs(other, rephrase?.isOnlySimilar ? asSimilar : context);
      if (status !== undefined) return status;
    }
    const similar = reasons.length === 0 ? session.similar(argv) : undefined;
    if (!similar) throw new BuiltinError(missingText(argv, session, reasons), notFound);
    return yield* answered(similar, asSimilar);
  }
  const from = derived.from.map(({ name: source }) => source).join(' and ');
  note(`derived from ${from}${derived.but === undefined ? '' : `; ${derived.but}`}`);
  for await (const line of derived.lines) yield Buffer.from(`${line}\n`);
  return derived.status ?? 0;
}

/** Answers with another command. Undefined if the archive does not have that either. */
async function* answeredAs(
  argv: readonly string[],
  context: BuiltinContext,
): AsyncGenerator<Uint8Array, number | undefined, undefined> {
  try {
    const same = context.session.same(argv);
    if (same && same.recorded === undefined) context.note(`answered by ${joinWords(argv)}`);
    return yield* stageOf(argv, context);
  } catch (error) {
    if (error instanceof BuiltinError && error.status === notFound) return undefined;
    throw error;
  }
}

const mostNear = 12;
const longestShown = 120;

function missingText(argv: readonly string[], session: ArchiveSession, reasons: readonly Reason[]): string {
  const what = `the archive has no output of ${joinWords(argv)}`;
  const reason = reasonText(argv, reasons);
  if (reason !== undefined) return `${what}: ${reason}; "commands ${argv[0]}" lists what it has`;
  const near = session.near(argv[0] ?? '');
  const isOfProgram = near.some((line) => programIn(line) === programIn(argv[0] ?? ''));
  const spec = isOfProgram ? undefined : session.nearestSpec(argv);
  if (spec) return `${what}; the nearest spec is ${spec.name}, ${specText(spec, session.path)}`;
  if (near.length === 0) return `${what}, nor of a program with a similar name; "commands" lists what it has`;
  if (!isOfProgram) {
    const programs = [...new Set(near.map(programIn))];
    return `${what}; programs with a similar name: ${programs.slice(0, mostNear).join(', ')}`;
  }
  const more =
    near.length > mostNear ? `, and ${near.length - mostNear} more ("commands ${argv[0]}" lists them)` : '';
  return `${what}; it has: ${near
    .slice(0, mostNear)
    .map((line) => shortened(line.replace(/\s+/g, ' '), longestShown))
    .join(', ')}${more}`;
}

function specText({ name, status, reason }: NearSpec, archive: string): string {
  if (reason !== undefined) return shortened(`which is ${status}: ${reason.split('\n')[0]}`, longestShown);
  return `which is ${status}${status === 'collected' ? `: ${joinWords(['hostspec', 'read', archive, name])}` : ''}`;
}

/** The reason of the recorded command that shares most words with the line. */
function reasonText(argv: readonly string[], reasons: readonly Reason[]): string | undefined {
  const shared = ({ line }: Reason): number =>
    argv.slice(1).filter((word) => line.split(' ').includes(word)).length;
  const [best] = [...reasons].sort((one, other) => shared(other) - shared(one));
  const [first] = best?.reason.replace(/^\S+(?: exited with \d+)?: /, '').split('\n') ?? [];
  return first === undefined ? undefined : shortened(first.replace(/\.$/, ''), longestShown);
}

/** Yields a recorded output. Returns its exit status. */
async function* answered({ output, recorded }: Answer, { complain, note }: BuiltinContext): Stage {
  const { file, convert, rc, problem, reason, cut } = output;
  if (recorded !== undefined && problem === undefined) note(`answered by ${recorded}`);
  if (cut) complain(cut.reason);
  if (file && convert) yield Buffer.from(convert((await readArchived(file)).toString()));
  else if (file) yield* file.stream();
  else if (reason ?? problem) complain(`${reason ?? problem}`.replaceAll('\n', ' '));
  if (rc !== undefined) return rc < 0 ? (128 - rc) & 0xff : rc & 0xff;
  return problem === undefined ? 0 : notFound;
}

/** Turns errors of a command into a message and an exit status. */
async function* guarded(
  stage: Stage,
  complain: (message: string) => void,
  ended: (status: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    ended(yield* stage);
  } catch (error) {
    if (!(error instanceof BuiltinError) && !isHostError(error)) throw error;
    complain(error.message);
    ended(error instanceof BuiltinError ? error.status : 1);
  }
}
