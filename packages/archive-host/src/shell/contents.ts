import { isHostError } from '@hostspec/spec';
import { type BuiltinContext, BuiltinError, type Content, pathOf } from './builtin.js';

/** Content with the name that the user typed. */
export interface NamedContent {
  /** Empty for the input. */
  readonly name: string;
  readonly content: Content;
}

/** The files named by the words; without words, the input. Complains about files that the archive does not have. */
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

/** Words why the archive cannot answer for a path. @throws any error that is not about the archive's content. */
export function whyMissing(word: string, error: unknown): string {
  if (!isHostError(error)) throw error;
  return error.message.startsWith('/') ? error.message : `${word}: ${error.message}`;
}

/** A longer line comes in parts, so that it cannot fill the memory. */
const longestLine = 1024 * 1024;

/** Most bytes that a built-in command keeps in memory. */
export const mostKept = 64 * 1024 * 1024;

/** The lines of content with their line ends. The last line, and all but the last part of a very long line, may have none. */
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

/** Like `linesOf`, for commands that treat parts as lines. Says so once. */
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

/** Whether a line has its line end. */
export function isWhole(line: Uint8Array): boolean {
  return line.at(-1) === 10;
}

/** The text of a line without its line end. */
export function textOf(line: Buffer, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  return line.toString(encoding, 0, isWhole(line) ? line.length - 1 : line.length);
}

/** A text as output. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Parses a number of lines or bytes. @throws BuiltinError if it is not one. */
export function countOf(letter: string, value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new BuiltinError(
      `-${letter} ${JSON.stringify(value)} is not allowed; allowed: a number of digits only`,
      2,
    );
  return Number(value);
}
