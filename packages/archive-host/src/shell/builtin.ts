import { posix } from 'node:path';
import type { ArchiveSession } from './session.js';

/** Content in pieces. */
export type Content = AsyncIterable<Uint8Array>;

/** What a built-in command can use. */
export interface BuiltinContext {
  readonly session: ArchiveSession;
  /** The current directory in the archive. */
  readonly directory: string;
  /** What the command before the pipe gives; missing for the first command. */
  readonly input?: Content;
  readonly shown: ShownText;
  /** Prints a message about a problem, with the name of the command before it. */
  complain(message: string): void;
}

/** How text is shown to the person who asks. */
export interface ShownText {
  /** Text of the archive or of the user, on one line and with nothing that controls a terminal. */
  printable(text: string): string;
  /** A number of bytes, as people read it. */
  bytes(bytes: number): string;
}

/** Gives its output in pieces and returns its exit status. */
export type Builtin = (
  args: readonly string[],
  context: BuiltinContext,
) => AsyncGenerator<Uint8Array, number, undefined>;

/** A wrong command line of a built-in command, or something that the archive does not have. The message is for the user. */
export class BuiltinError extends Error {
  constructor(
    message: string,
    readonly status = 1,
  ) {
    super(message);
  }
}

/** The path in the archive that a word of the user names. */
export function pathOf(word: string, directory: string): string {
  return posix.resolve('/', directory, word);
}

/** Options and the rest of the words of a built-in command. */
export interface GivenOptions {
  /** The letters of the flags that are given. */
  readonly flags: ReadonlySet<string>;
  /** Values by letter, the last one counts. */
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Which options a built-in command has. */
export interface KnownOptions {
  /** Letters without a value. */
  readonly flags: string;
  /** Letters with a value. */
  readonly values?: string;
  /** Long names of letters. */
  readonly long?: Readonly<Record<string, string>>;
}

/** Parses options as getopt does, with digits as in `head -5` as the value of `n` if there is one. @throws BuiltinError for others. */
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
      if (letter === undefined) throw refuse(word);
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
