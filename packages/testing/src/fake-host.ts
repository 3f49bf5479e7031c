import {
  type CommandResult,
  type Context,
  type FileFacts,
  type FileKind,
  type Host,
  hostError,
  joinWords,
  pathMatcher,
  type Setting,
  type SettingValue,
  splitWords,
} from '@hostspec/spec';

/** An entry at a path of a fake host: content, or a kind and a problem. */
export type FakeFile =
  | string
  | Uint8Array
  | {
      readonly kind?: FileKind;
      readonly content?: string | Uint8Array;
      readonly modified?: number;
      readonly denied?: true;
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
    Object.entries(description.files ?? {}).map(([path, file]) => [absolute(path), file]),
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
  const results = new Map<string, Promise<CommandResult>>();
  const ran: string[] = [];
  const namesIn = (path: string): string[] => {
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = [...files.keys()]
      .filter((file) => file.startsWith(prefix))
      .map((file) => file.slice(prefix.length));
    return [...new Set(names.map((name) => name.split('/')[0] ?? ''))].sort();
  };
  const factsOf = (path: string): FileFacts | undefined => {
    const file = files.get(path);
    if (file === undefined)
      return namesIn(path).length > 0 ? { kind: 'directory', size: 0, modified: 0 } : undefined;
    if (typeof file === 'string' || file instanceof Uint8Array)
      return { kind: 'file', size: bytes(file).length, modified: 0 };
    return { kind: file.kind ?? 'file', size: bytes(file.content).length, modified: file.modified ?? 0 };
  };
  return {
    executes: false,
    ran,
    async readFile(path) {
      const file = files.get(absolute(path));
      if (file === undefined) throw hostError('absent', `${path}: no such file`);
      if (typeof file === 'string' || file instanceof Uint8Array) return bytes(file);
      if (file.denied) throw hostError('denied', `${path}: permission denied`);
      if (file.kind !== undefined && file.kind !== 'file')
        throw hostError('refused', `${path}: no regular file`);
      return bytes(file.content);
    },
    stat: async (path) => factsOf(absolute(path)),
    async list(path) {
      const names = namesIn(absolute(path));
      if (names.length === 0 && factsOf(absolute(path))?.kind !== 'directory')
        throw hostError('absent', `${path}: no such directory`);
      return names;
    },
    async glob(patterns) {
      const paths = patterns.flatMap((pattern) =>
        [...files.keys()]
          .filter(pathMatcher(absolute(pattern)))
          .filter((path) => factsOf(path)?.kind !== 'directory')
          .sort(),
      );
      return { paths, notEntered: [] };
    },
    run(command) {
      const words = typeof command === 'string' ? splitWords(command) : command;
      const line = joinWords(words);
      const known = results.get(line);
      if (known) return known;
      ran.push(line);
      const result = Promise.resolve(fakeResult(line, words[0] ?? '', commands.get(line), programs));
      results.set(line, result);
      return result;
    },
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

function absolute(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
