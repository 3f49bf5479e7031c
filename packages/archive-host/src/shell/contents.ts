import { isHostError } from '@hostspec/spec';
import { type BuiltinContext, BuiltinError, type Content, pathOf } from './builtin.js';

/** Content with the name that the user gave it. */
export interface NamedContent {
  /** Empty for the input. */
  readonly name: string;
  readonly content: Content;
}

/** The files that the words name, or the input without words; complains about each that the archive does not have. */
export function contentsOf(
  words: readonly string[],
  context: BuiltinContext,
): { readonly contents: NamedContent[]; readonly failed: boolean } {
  const { input, session, directory, complain } = context;
  if (words.length === 0) {
    if (!input)
      throw new BuiltinError('name a file of the archive, or put a command and | before this one', 2);
    return { contents: [{ name: '', content: input }], failed: false };
  }
  let failed = false;
  const contents = words.flatMap((word): NamedContent[] => {
    if (word === '-' && input) return [{ name: '', content: input }];
    try {
      const { file, cut } = session.open(pathOf(word, directory));
      if (cut !== undefined) complain(`${word}: ${cut}`);
      return [{ name: word, content: file.stream() }];
    } catch (error) {
      complain(whyMissing(word, error));
      failed = true;
      return [];
    }
  });
  return { contents, failed };
}

/** What to say about a path that the archive cannot answer for. @throws any error that is not about the archive's content. */
export function whyMissing(word: string, error: unknown): string {
  if (!isHostError(error)) throw error;
  return error.message.startsWith('/') ? error.message : `${word}: ${error.message}`;
}

/** Longer lines come in parts, so that one line cannot fill the memory. */
const longestLine = 1024 * 1024;

/** The most bytes that a built-in command keeps in memory. */
export const mostKept = 64 * 1024 * 1024;

/** The lines of content, each with its line end; the last one may have none, and nor has any part of a very long line but its last. */
export async function* linesOf(content: Content): AsyncGenerator<Buffer, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const piece of content) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.subarray(from, end + 1);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    while (rest.length >= longestLine) {
      yield rest.subarray(0, longestLine);
      rest = rest.subarray(longestLine);
    }
  }
  if (rest.length > 0) yield rest;
}

/** As `linesOf`, for commands to which a part is a line like any other; says so, once. */
export async function* searchableLines(
  content: Content,
  complain: BuiltinContext['complain'],
): AsyncGenerator<Buffer, void, undefined> {
  let hasParts = false;
  for await (const line of linesOf(content)) {
    if (!hasParts && line.length === longestLine && !isWhole(line)) {
      hasParts = true;
      complain(`a line has more than ${longestLine} bytes; each ${longestLine} of them are taken as a line`);
    }
    yield line;
  }
}

/** Whether a line has its end. */
export function isWhole(line: Uint8Array): boolean {
  return line.at(-1) === 10;
}

/** Text as output. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

/** A number of lines or bytes that an option gives. @throws BuiltinError if it is not one. */
export function countOf(letter: string, value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new BuiltinError(`-${letter} ${JSON.stringify(value)} is not allowed; allowed: a whole number`, 2);
  return Number(value);
}
