import { mangleCommand, normalize } from '@hostspec/host-kit';
import {
  type FileFacts,
  hostError,
  type Source as ItemSource,
  joinWords,
  nearest,
  textLines,
} from '@hostspec/spec';
import { type Output, outputOf } from '../equivalents.js';
import { absent, createArchiveHost } from '../host.js';
import { type ArchivedFile, type OpenedArchive, readArchived } from '../opened-archive.js';
import { canonicalCommand, extraWords, programIn, programOf } from '../same-command.js';
import { keyOf, maxListing, type RecordedCommand } from '../stored-output.js';
import { viewOf } from '../views.js';

/** The answer to a command line. */
export interface Answer {
  readonly output: Output;
  /** The line of the recorded command, if it differs from the requested one. */
  readonly recorded?: string;
}

/** A file of an archive, with the reason if a part of it is missing. */
export interface SessionFile {
  readonly file: ArchivedFile;
  readonly cut?: string;
}

/** The spec closest to a command line, with its outcome. */
export interface NearSpec {
  readonly name: string;
  readonly status: string;
  readonly reason: string | undefined;
}

/** Answers questions about files and command outputs, as a shell on the host would. Nothing is executed. */
export interface ArchiveSession {
  hostname(): Promise<string>;
  /** The path that the archive was opened by. */
  readonly path: string;
  /** Recorded command lines, sorted. */
  readonly lines: readonly string[];
  /** Recorded commands, in the order in which they were recorded. */
  readonly commands: readonly RecordedCommand[];
  /** The spec that collected a command line or a path, if the archive tells. */
  specOf(collected: string): string | undefined;
  /** A file that the archive has the content of. */
  fileAt(path: string): ArchivedFile | undefined;
  /** The recorded command with these words; its program may be in another directory. */
  same(argv: readonly string[]): Answer | undefined;
  /** The recorded command that a table lists as equivalent. */
  synonym(argv: readonly string[]): Promise<Answer | undefined>;
  /** The recorded command that has the fewest words beyond those of the line, and all of them. */
  similar(argv: readonly string[]): Answer | undefined;
  /** The spec whose name begins like the program and has most words of the line, if the archive tells. */
  nearestSpec(argv: readonly string[]): NearSpec | undefined;
  /** Recorded lines of the same program. If the archive has none, those of programs with similar names. */
  near(program: string): string[];
  /** Facts about a path. Follows links. @throws HostError with the reason if the archive does not have it. */
  look(path: string): Promise<FileFacts>;
  /** A file. @throws HostError if it is something else, or the archive does not have it. */
  open(path: string): SessionFile;
  /** Sorted names in a directory: those in a listing, and those with content. @throws HostError */
  names(path: string): Promise<string[]>;
  /** Where a link leads; undefined if the path is not a link in the archive. */
  link(path: string): string | undefined;
  /** The paths that a shell pattern matches. */
  glob(pattern: string): Promise<readonly string[]>;
}

/** Opens an archive for questions. @throws HostspecError `INVALID_ARCHIVE` if its files do not come from a host. */
export async function createArchiveSession(archive: OpenedArchive): Promise<ArchiveSession> {
  const host = await createArchiveHost(archive);
  const view = await viewOf(archive);
  const commands = view.commands();
  const lines = [...new Set(commands.map(lineOf))].sort();

  const answer = (command: RecordedCommand | undefined, argv: readonly string[]): Answer | undefined => {
    if (!command) return undefined;
    const line = lineOf(command);
    return { output: command.output, ...(line === joinWords(argv) ? {} : { recorded: line }) };
  };

  return {
    hostname: () => host.hostname(),
    path: archive.path,
    lines,
    commands,
    specOf: (collected) => specOf(archive, collected),
    fileAt(path) {
      const entry = view.tree.find(normalize(path));
      return entry?.kind === 'file' ? entry.file : undefined;
    },
    same(argv) {
      const key = keyOf(argv, programOf);
      const line = joinWords(argv);
      const name = mangleCommand(line);
      return answer(
        commands.find((command) => lineOf(command) === line) ??
          commands.find((command) => keyOf(command.argv, programOf) === key) ??
          commands.find((command) => command.name === name),
        argv,
      );
    },
    async synonym(argv) {
      const canonical = canonicalCommand(argv);
      const equal =
        canonical === undefined
          ? []
          : commands.filter(({ argv: recorded }) => canonicalCommand(recorded) === canonical);
      const succeeded = (command?: RecordedCommand): boolean => command?.output.rc === 0;
      // Do not answer with a failed command if a similar one succeeded.
      const other =
        equal.find(succeeded) ??
        (equal.length > 0 && succeeded(mostSimilar(commands, argv)) ? undefined : equal[0]);
      if (other) return answer(other, argv);
      for (const directory of ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/']) {
        const asked = [directory + programOf(argv[0] ?? ''), ...argv.slice(1)];
        const output = await outputOf(view, asked);
        if (output.from !== undefined) return { output, recorded: output.from };
      }
      return undefined;
    },
    similar: (argv) => answer(mostSimilar(commands, argv), argv),
    nearestSpec: (argv) => nearestSpec(archive, argv),
    near: (program) => nearLines(lines, program),
    look: (path) => host.look(path),
    open(path) {
      const entry = view.tree.find(normalize(path));
      if (entry?.kind === 'file') {
        const cut = view.cut?.(normalize(path));
        return { file: entry.file, ...(cut ? { cut: cut.reason } : {}) };
      }
      if (entry) throw hostError('refused', `${path}: is a directory`);
      throw absent(view, path);
    },
    async names(path) {
      const listing = view.listing?.(normalize(path));
      const listed = listing ? textLines((await readArchived(listing, maxListing)).toString()) : [];
      const entry = view.tree.find(normalize(path));
      if (entry?.kind === 'file') throw hostError('refused', `${path}: is not a directory`);
      if (!entry && !listing) return await host.list(path);
      return [...new Set([...listed, ...(entry?.names ?? [])])].sort();
    },
    link(path) {
      const target = archive.links.get(normalize(path).slice(1));
      return target === undefined ? undefined : `/${target}`;
    },
    async glob(pattern) {
      return (await host.glob([pattern])).paths;
    },
  };
}

/** The command that has all words of a line and the fewest others; one that failed only if all did. */
function mostSimilar(
  commands: readonly RecordedCommand[],
  argv: readonly string[],
): RecordedCommand | undefined {
  const [best] = commands
    .flatMap((command) => {
      const extra = extraWords(argv, command.argv);
      return extra === undefined ? [] : [{ command, extra, failed: Number(command.output.rc !== 0) }];
    })
    .sort((one, other) => one.failed - other.failed || one.extra - other.extra);
  return best?.command;
}

/** The lines of a program, or else those of programs with similar names. */
function nearLines(lines: readonly string[], program: string): string[] {
  const wanted = programOf(program);
  const byProgram = (name: string): string[] => lines.filter((line) => programIn(line) === name);
  const own = byProgram(wanted);
  if (own.length > 0) return own;
  const programs = new Set(lines.map(programIn));
  return nearest(wanted, programs).flatMap(byProgram);
}

const shortestBegin = 4;

function nearestSpec(
  { outcomes }: OpenedArchive,
  [path = '', ...args]: readonly string[],
): NearSpec | undefined {
  const program = programOf(path).replaceAll('-', '_');
  const words = new Set(args);
  // Prefer specs of the program itself, then with more words of the line, then with fewer others, then collected ones.
  const distances = [...outcomes].flatMap(([name, { status, reason }]) => {
    const [first = '', ...rest] = name.split('_');
    const isOwn = `${name}_`.startsWith(`${program}_`);
    if (!isOwn && !(first.length >= shortestBegin && program.startsWith(first))) return [];
    const shared = rest.filter((word) => words.has(word)).length;
    const distance = [isOwn ? 0 : 1, -shared, rest.length, status === 'collected' ? 0 : 1];
    return [{ name, status, reason, distance }];
  });
  const [best] = distances.sort((one, other) => {
    const differing = one.distance.findIndex((value, at) => value !== other.distance[at]);
    return (one.distance[differing] ?? 0) - (other.distance[differing] ?? 0);
  });
  return best;
}

/** The spec that collected a command line or a path. */
function specOf({ outcomes }: OpenedArchive, collected: string): string | undefined {
  const isFrom = ({ source }: { readonly source?: ItemSource }): boolean =>
    (source?.kind === 'command' && joinWords(source.argv) === collected) ||
    (source?.kind === 'file' && source.path === collected);
  return [...outcomes].find(([, { items }]) => items.some(isFrom))?.[0];
}

function lineOf({ argv }: RecordedCommand): string {
  return joinWords(argv);
}
