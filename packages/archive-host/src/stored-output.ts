import { mangleCommand } from '@hostspec/host-kit';
import { type CommandEnd, joinWords, splitWords } from '@hostspec/spec';
import { type ArchivedFile, readArchived } from './opened-archive.js';

/** How a command ended, and its output. `cut` is set if the archive has only a part of the output. */
export interface StoredOutput extends CommandEnd {
  /** Absent if the command printed nothing, or its output was not kept. */
  readonly file?: ArchivedFile;
}

/** A command that the archive knows something about. */
export interface RecordedCommand {
  /** Its words; if only the name of the output is known, as far as that tells. */
  readonly argv: readonly string[];
  /** The name of its output, if its words are not known. */
  readonly name?: string;
  readonly output: StoredOutput;
}

/** The commands of an archive, by arguments if it has them, otherwise by the name of the output. */
interface StoredOutputs {
  add(argv: readonly string[], output: StoredOutput): void;
  addNamed(name: string, output: StoredOutput, line?: string): void;
  addContained(id: string, name: string, output: StoredOutput): void;
  output(argv: readonly string[]): StoredOutput | undefined;
  /** Whether a program existed: one of its commands ran. */
  hadProgram(program: string): boolean;
  /** All commands in the order in which they were added. */
  commands(): RecordedCommand[];
}

/** Creates an index of stored outputs. The first output of a command counts. */
export function storedOutputs(): StoredOutputs {
  const exact = new Map<string, RecordedCommand>();
  const named = new Map<string, RecordedCommand>();
  const programs = new Set<string>();

  const note = (program: string, { rc }: StoredOutput): void => {
    if (rc !== undefined) programs.add(program);
  };

  return {
    add(argv, output) {
      const key = keyOf(argv);
      if (!exact.has(key)) exact.set(key, { argv, output });
      note(mangleCommand(argv[0] ?? ''), output);
    },
    addNamed(name, output, line) {
      if (!named.has(name)) named.set(name, namedCommand(name, output, line));
      note(name.split('_')[0] ?? '', output);
    },
    addContained(id, name, output) {
      const contained = containedName(id, name);
      // The engine is not known; podman and docker count as the same.
      const argv = ['podman', 'exec', id, ...name.split('_')];
      if (!named.has(contained)) named.set(contained, { argv, name: contained, output });
    },
    output: (argv) => (exact.get(keyOf(argv)) ?? named.get(nameOf(argv)))?.output,
    hadProgram: (program) => programs.has(mangleCommand(program)),
    commands() {
      const known = new Set([...exact.values()].map(({ argv }) => nameOf(argv)));
      const others = [...named].filter(([name]) => !known.has(name)).map(([, command]) => command);
      return [...exact.values(), ...others];
    },
  };
}

function namedCommand(name: string, output: StoredOutput, line?: string): RecordedCommand {
  return line === undefined ? { argv: name.split('_'), name, output } : { argv: words(line), output };
}

/** Splits a line that another tool recorded. A shell might not accept it. */
function words(line: string): string[] {
  try {
    return splitWords(line);
  } catch {
    return line.split(' ').filter((word) => word !== '');
  }
}

const withoutUsualDirectory = (program: string): string => program.replace(/^\/(usr\/)?s?bin\//, '');

/** The same for the same command: ignores how words got into a container, and what `nameOfProgram` leaves out. */
export function keyOf(
  argv: readonly string[],
  nameOfProgram: (path: string) => string = withoutUsualDirectory,
): string {
  const inside = insideContainer(argv);
  const [program = '', ...words] = inside?.words ?? argv;
  return JSON.stringify([inside?.id, nameOfProgram(program), ...words]);
}

function nameOf(argv: readonly string[]): string {
  const inside = insideContainer(argv);
  return inside
    ? containedName(inside.id, mangleCommand(joinWords(inside.words)))
    : mangleCommand(joinWords(argv));
}

function containedName(id: string, name: string): string {
  return `${id}/${name}`;
}

/** The container that a command runs in, and its words there; undefined for a command of the host. */
function insideContainer(
  argv: readonly string[],
): { readonly id: string; readonly words: readonly string[] } | undefined {
  const [program = '', action, ...rest] = argv;
  if (action !== 'exec' || !/(^|\/)(podman|docker)$/.test(program)) return undefined;
  while (rest[0] === '-e') rest.splice(0, 2);
  const [id = '', ...words] = rest;
  return words.length === 0 ? undefined : { id, words };
}

/** Bytes that are read of a listing of a directory. */
export const maxListing = 16 * 1024 * 1024;

/** Outputs that insights-core stores under names of their own. */
const ownNames: readonly { readonly program: RegExp; readonly name: string }[] = [
  { program: /^\/usr\/bin\/env python3 \S*\/telemetry\.py$/, name: 'ansible_telemetry' },
  { program: /^\/usr\/bin\/pmlogsummary /, name: 'pmlogsummary_based_on_pcp_zeroconf_archives' },
];

/**
 * The output of a command that is stored under a name of its own. A listing counts only if it shows every requested directory, because
 * insights-core itself chose the directories.
 */
export async function savedOutput(
  argv: readonly string[],
  saved: ReadonlyMap<string, ArchivedFile>,
): Promise<StoredOutput | undefined> {
  const line = argv.join(' ');
  const own = saved.get(ownNames.find(({ program }) => program.test(line))?.name ?? '');
  if (own) return { file: own, rc: 0 };
  const [program, options = '', ...directories] = argv.filter((word) => word !== '--');
  if (program !== '/bin/ls' || !/^-[A-Za-z]+$/.test(options)) return undefined;
  for (const name of [`ls_${options.slice(1)}`, `ls_${options.slice(1)}_filtered`]) {
    const file = saved.get(name);
    if (file && lists((await readArchived(file, maxListing)).toString(), directories)) return { file, rc: 0 };
  }
  return undefined;
}

/** Whether a listing has a section, an entry or an error for each directory. */
function lists(output: string, directories: readonly string[]): boolean {
  const lines = output.split('\n');
  const isTold = (path: string): boolean =>
    lines.some((line) => line === `${path}:` || line.endsWith(` ${path}`) || line.includes(`'${path}'`));
  return directories.length > 0 && directories.every(isTold);
}
