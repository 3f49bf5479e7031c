import {
  globOver,
  ledTo,
  noRegularFile,
  normalize,
  onceFor,
  resolveLinks,
  runWords,
} from '@hostspec/host-kit';
import {
  type CommandResult,
  type Context,
  type FileFacts,
  type FileKind,
  type Host,
  hostError,
  isHostError,
  joinWords,
  type Setting,
  type SettingValue,
  splitWords,
} from '@hostspec/spec';

/** An entry at a path of a fake host: content, a kind and a problem, or a symbolic link. */
export type FakeFile =
  | string
  | Uint8Array
  | {
      readonly kind?: FileKind;
      readonly content?: string | Uint8Array;
      readonly modified?: number;
      readonly denied?: true;
    }
  | {
      /** The path that it leads to: absolute, or from its own directory. */
      readonly link: string;
    };

/** A command of a fake host: its output, or a full result. */
export type FakeCommand =
  | string
  | {
      readonly output?: string | Uint8Array;
      readonly rc?: number;
      readonly problem?: CommandResult['problem'];
      readonly reason?: string;
    };

/** What a path of a fake host leads to. */
interface FakeEntry extends Pick<FileFacts, 'kind' | 'modified'> {
  /** Where it is, without links. */
  readonly place: string;
  readonly content: Uint8Array;
  /** Sorted; empty unless it is a directory. */
  readonly names: readonly string[];
  readonly denied?: true | undefined;
}

/** The description of a fake host: files by path, commands by command line. */
export interface FakeHostDescription {
  readonly files?: Readonly<Record<string, FakeFile>>;
  readonly commands?: Readonly<Record<string, FakeCommand>>;
  /** Programs that exist beside those of the commands. */
  readonly programs?: readonly string[];
}

/** A host of fixtures that counts requests. */
export interface FakeHost extends Host {
  /** Command lines in the order in which they were run; a repeated one is listed once. */
  readonly ran: readonly string[];
}

/** Makes a host from a description; directories follow from the paths of the files. */
export function fakeHost(description: FakeHostDescription = {}): FakeHost {
  const files = new Map(
    Object.entries(description.files ?? {}).map(([path, file]) => [normalize(path), file]),
  );
  const commands = new Map(
    Object.entries(description.commands ?? {}).map(([line, command]) => [
      joinWords(splitWords(line)),
      command,
    ]),
  );
  const programs = new Set([
    ...(description.programs ?? []),
    ...[...commands.keys()].map((line) => splitWords(line)[0] ?? ''),
  ]);
  const ran: string[] = [];
  const linkAt = (path: string): string | undefined => {
    const file = files.get(path);
    return isLink(file) ? file.link : undefined;
  };
  const namesIn = (path: string): string[] => {
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = [...files.keys()]
      .filter((file) => file.startsWith(prefix) && file !== prefix)
      .map((file) => file.slice(prefix.length));
    return [...new Set(names.map((name) => name.split('/')[0] ?? ''))].sort();
  };
  const entryAt = (path: string): FakeEntry | undefined => {
    const place = resolveLinks(path, linkAt).path;
    const file = files.get(place);
    const names = namesIn(place);
    if (file === undefined && names.length === 0 && place !== '/') return undefined;
    if (file === undefined || isLink(file))
      return { place, kind: 'directory', names, content: bytes(''), modified: 0 };
    if (typeof file === 'string' || file instanceof Uint8Array)
      return { place, kind: 'file', names, content: bytes(file), modified: 0 };
    const { kind = 'file', content, modified = 0, denied } = file;
    return { place, kind, names, content: bytes(content), modified, denied };
  };
  const known = (path: string): FakeEntry => {
    const entry = entryAt(path);
    if (!entry) throw hostError('absent', `${path}: no such file or directory`);
    if (entry.denied) throw hostError('denied', `${path}: permission denied`);
    return entry;
  };
  const list = (path: string): string[] => {
    const { kind, names } = known(path);
    if (kind !== 'directory') throw hostError('refused', `${path}: is not a directory`);
    return [...names];
  };
  const stat = (path: string): FileFacts | undefined => {
    try {
      const entry = entryAt(path);
      if (entry === undefined) return undefined;
      const { place, kind, content, modified } = entry;
      return { kind, size: content.length, modified, ...ledTo(place, path) };
    } catch (error) {
      if (isHostError(error)) return undefined;
      throw error;
    }
  };
  const run = onceFor(joinWords, async (words: readonly string[]): Promise<CommandResult> => {
    const line = joinWords(words);
    ran.push(line);
    return fakeResult(line, words[0] ?? '', commands.get(line), programs);
  });
  return {
    executes: false,
    ran,
    async readFile(path, { maxBytes } = {}) {
      const { kind, content } = known(path);
      if (kind !== 'file') throw hostError('refused', `${path}: ${noRegularFile(kind)}`);
      return content.subarray(0, maxBytes);
    },
    stat: async (path) => stat(path),
    list: async (path) => list(path),
    glob: (patterns, options) => globOver(patterns, { list, stat }, options),
    run: runWords(run),
    which: async (program) =>
      [...programs].find(
        (known) => known === program || (!program.includes('/') && known.endsWith(`/${program}`)),
      ),
  };
}

/** The context for a provider or condition; settings by name replace their defaults. */
export function fakeContext(host: Host, settings: Readonly<Record<string, SettingValue>> = {}): Context {
  return {
    host,
    setting: <V extends SettingValue>(setting: Setting<V>) =>
      (settings[setting.name] as V | undefined) ?? setting.default,
  };
}

function fakeResult(
  line: string,
  program: string,
  command: FakeCommand | undefined,
  programs: ReadonlySet<string>,
): CommandResult {
  if (command === undefined) {
    const output = new Uint8Array();
    return programs.has(program)
      ? { rc: undefined, output, problem: 'failed', reason: `the fake host has no output for ${line}` }
      : { rc: undefined, output, problem: 'absent', reason: `command not found: ${program}` };
  }
  if (typeof command === 'string') return { rc: 0, output: bytes(command) };
  const { output, problem, reason } = command;
  return {
    rc: problem ? undefined : (command.rc ?? 0),
    output: bytes(output),
    ...(problem ? { problem, reason: reason ?? problem } : {}),
  };
}

function bytes(content: string | Uint8Array | undefined): Uint8Array {
  return content instanceof Uint8Array ? content : new TextEncoder().encode(content ?? '');
}

function isLink(file: FakeFile | undefined): file is Extract<FakeFile, { readonly link: string }> {
  return typeof file === 'object' && 'link' in file;
}
