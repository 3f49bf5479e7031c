import { posix } from 'node:path';
import type { ArchiveSession } from './session.js';

/** Content in pieces. */
export type Content = AsyncIterable<Uint8Array>;

/** What a built-in command can use. */
export interface BuiltinContext {
  readonly session: ArchiveSession;
  readonly directory: string;
  /** Output of the command before the pipe; missing for the first command. */
  readonly input?: Content;
  readonly shown: ShownText;
  /** Prints a message about a problem, preceded by the command's name. */
  complain(message: string): void;
  /** Prints what gave the answer. */
  note(line: string): void;
}

/** How text is shown to the user. */
export interface ShownText {
  /** Text of the archive or the user on one line, without control characters. */
  printable(text: string): string;
  /** A number of bytes in a readable form. */
  bytes(bytes: number): string;
}

/** Yields its output in pieces. Returns its exit status. */
export type Builtin = (
  args: readonly string[],
  context: BuiltinContext,
) => AsyncGenerator<Uint8Array, number, undefined>;

/** The exit status for what the archive does not have. */
export const notFound = 127;

/** A wrong command line, or something that the archive does not have. The message is for the user. */
export class BuiltinError extends Error {
  constructor(
    message: string,
    readonly status = 1,
  ) {
    super(message);
  }
}

/** The path in the archive that a word names. */
export function pathOf(word: string, directory: string): string {
  return posix.resolve('/', directory, word);
}

/** Parsed options, and the other words. */
export interface GivenOptions {
  readonly flags: ReadonlySet<string>;
  /** By letter. The last value counts. */
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** The options of a built-in command. */
export interface KnownOptions {
  readonly flags: string;
  readonly values?: string;
  readonly long?: Readonly<Record<string, string>>;
}

/**
 * Parses options like getopt. A digit option, as in `head -5`, is the value of `n` if there is one. @throws BuiltinError for unknown
 * options.
 */
export function parseBuiltin(
  args: readonly string[],
  { flags, values = '', long = {} }: KnownOptions,
): GivenOptions {
  const found = new Set<string>();
  const given = new Map<string, string>();
  const rest: string[] = [];
  const words = [...args];
  const known = [...flags]
    .map((letter) => `-${letter}`)
    .concat([...values].map((letter) => `-${letter} VALUE`));
  const refuse = (option: string): Error =>
    new BuiltinError(`${option} is not an option here; allowed: ${known.join(' ') || 'none'}`, 2);
  const take = (letter: string, inline: string | undefined): void => {
    const value = inline ?? words.shift();
    if (value === undefined) throw new BuiltinError(`-${letter} needs a value`, 2);
    given.set(letter, value);
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--') {
      rest.push(...words);
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      rest.push(word);
      continue;
    }
    if (word.startsWith('--')) {
      const [name = '', ...value] = word.slice(2).split('=');
      const letter = Object.hasOwn(long, name) ? long[name] : undefined;
      if (letter === undefined || !(flags + values).includes(letter)) throw refuse(word);
      if (flags.includes(letter)) found.add(letter);
      else take(letter, value.length > 0 ? value.join('=') : undefined);
      continue;
    }
    if (/^-\d+$/.test(word) && values.includes('n')) {
      given.set('n', word.slice(1));
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at);
      if (flags.includes(letter)) found.add(letter);
      else if (values.includes(letter)) {
        take(letter, word.slice(at + 1) || undefined);
        break;
      } else throw refuse(`-${letter}`);
    }
  }
  return { flags: found, values: given, rest };
}
