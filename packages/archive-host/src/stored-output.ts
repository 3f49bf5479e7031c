import { mangleCommand } from '@hostspec/host-kit';
import { type CommandEnd, joinWords, splitWords } from '@hostspec/spec';
import type { ArchivedFile } from './opened-archive.js';

/** How a command ended, and its output, as an archive has them; `cut` if the archive has only a part of the output. */
export interface StoredOutput extends CommandEnd {
  /** Absent if the command printed nothing, or its output was not kept. */
  readonly file?: ArchivedFile;
}

/** A command that an archive has something about. */
export interface RecordedCommand {
  /** Its words; from the name of an output, as far as the name tells. */
  readonly argv: readonly string[];
  /** The name of its output, if the archive does not have its words. */
  readonly name?: string;
  readonly output: StoredOutput;
}

/** The commands of an archive: by their arguments if it has them, else by the name of their output. */
export interface StoredOutputs {
  add(argv: readonly string[], output: StoredOutput): void;
  /** `line` is the command line, if it is known. */
  addNamed(name: string, output: StoredOutput, line?: string): void;
  /** An output from inside a container. */
  addContained(id: string, name: string, output: StoredOutput): void;
  find(argv: readonly string[]): StoredOutput | undefined;
  /** Whether a program existed: whether one of its commands ran. */
  hadProgram(program: string): boolean;
  /** All commands, in the order in which they were added. */
  list(): RecordedCommand[];
}

/** Makes an index of stored outputs; the first one for each command counts. */
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
    find: (argv) => (exact.get(keyOf(argv)) ?? named.get(nameOf(argv)))?.output,
    hadProgram: (program) => programs.has(mangleCommand(program)),
    list() {
      const known = new Set([...exact.values()].map(({ argv }) => nameOf(argv)));
      const others = [...named].filter(([name]) => !known.has(name)).map(([, command]) => command);
      return [...exact.values(), ...others];
    },
  };
}

function namedCommand(name: string, output: StoredOutput, line?: string): RecordedCommand {
  return line === undefined ? { argv: name.split('_'), name, output } : { argv: words(line), output };
}

/** The words of a line that another tool recorded, which may not be one that a shell accepts. */
function words(line: string): string[] {
  try {
    return splitWords(line);
  } catch {
    return line.split(' ').filter((word) => word !== '');
  }
}

/** A program in a usual directory counts by its name alone, and the way words got into a container does not count. */
function keyOf(argv: readonly string[]): string {
  const inside = insideContainer(argv);
  const [program = '', ...words] = inside?.words ?? argv;
  return JSON.stringify([inside?.id, program.replace(/^\/(usr\/)?s?bin\//, ''), ...words]);
}

function nameOf(argv: readonly string[]): string {
  const inside = insideContainer(argv);
  return inside
    ? containedName(inside.id, mangleCommand(joinWords(inside.words)))
    : mangleCommand(joinWords(argv));
}

/** The name of an output from inside a container. */
function containedName(id: string, name: string): string {
  return `${id}/${name}`;
}

/** The container that a command runs in, and its words there; undefined for a command of the host. */
export function insideContainer(
  argv: readonly string[],
): { readonly id: string; readonly words: readonly string[] } | undefined {
  const [program = '', action, ...rest] = argv;
  if (action !== 'exec' || !/(^|\/)(podman|docker)$/.test(program)) return undefined;
  while (rest[0] === '-e') rest.splice(0, 2);
  const [id = '', ...words] = rest;
  return words.length === 0 ? undefined : { id, words };
}
