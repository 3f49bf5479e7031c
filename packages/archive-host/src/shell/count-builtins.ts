import { type Builtin, type BuiltinContext, BuiltinError, parseBuiltin } from './builtin.js';
import { bytesOf, contentsOf, mostKept, type NamedContent, searchableLines } from './contents.js';

/** Counts lines, words and bytes. */
export const wc: Builtin = async function* (args, context) {
  const { flags, rest } = parseBuiltin(args, { flags: 'lwc', long: { lines: 'l', words: 'w', bytes: 'c' } });
  const { contents, failed } = contentsOf(rest, context);
  const shown = ['l', 'w', 'c'].filter((letter) => flags.size === 0 || flags.has(letter));
  const total = { l: 0, w: 0, c: 0 };
  const row = (counts: typeof total, name: string): Uint8Array => {
    const cells = shown.map((letter) => String(counts[letter as 'l']));
    const text = shown.length === 1 && contents.length === 1 ? cells : cells.map((cell) => cell.padStart(7));
    return bytesOf(`${[...text, name].join(' ').trimEnd()}\n`);
  };
  for (const { name, content } of contents) {
    const counts = await countsOf(content);
    for (const letter of ['l', 'w', 'c'] as const) total[letter] += counts[letter];
    yield row(counts, name);
  }
  if (contents.length > 1) yield row(total, 'total');
  return failed ? 1 : 0;
};

async function countsOf(content: AsyncIterable<Uint8Array>) {
  const counts = { l: 0, w: 0, c: 0 };
  let inWord = false;
  for await (const piece of content) {
    counts.c += piece.length;
    for (const byte of piece) {
      if (byte === 10) counts.l++;
      const isBlank = byte === 32 || (byte >= 9 && byte <= 13);
      if (inWord && isBlank) counts.w++;
      inWord = !isBlank;
    }
  }
  if (inWord) counts.w++;
  return counts;
}

/** Sorts lines by bytes; by number with `-n`. `-r` reverses, `-u` drops repeated lines. */
export const sort: Builtin = async function* (args, context) {
  const { flags, rest } = parseBuiltin(args, { flags: 'nruf' });
  const { contents, failed } = contentsOf(rest, context);
  const lines = await textsOf(contents, context.complain);
  const compare = (a: string, b: string): number => {
    const byNumber = flags.has('n') ? numberOf(a) - numberOf(b) : 0;
    return byNumber || (a < b ? -1 : a > b ? 1 : 0);
  };
  const key = flags.has('f') ? (line: string) => line.toLowerCase() : (line: string) => line;
  lines.sort((a, b) => compare(key(a), key(b)) * (flags.has('r') ? -1 : 1));
  const kept = flags.has('u') ? lines.filter((line, at) => at === 0 || line !== lines[at - 1]) : lines;
  for (const line of kept) yield Buffer.from(`${line}\n`, 'latin1');
  return failed ? 1 : 0;
};

function numberOf(line: string): number {
  return Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(line)?.[1] ?? 0);
}

/** The lines of all contents as Latin-1, which keeps every byte. @throws BuiltinError for more than 64 MiB. */
async function textsOf(
  contents: readonly NamedContent[],
  complain: BuiltinContext['complain'],
): Promise<string[]> {
  const lines: string[] = [];
  let size = 0;
  for (const { content } of contents)
    for await (const line of searchableLines(content, complain)) {
      size += line.length;
      if (size > mostKept)
        throw new BuiltinError(`there are more than ${mostKept} bytes to sort; select lines first`);
      lines.push(line.toString('latin1').replace(/\n$/, ''));
    }
  return lines;
}

/** Drops repeated lines; with `-c`, counts them. */
export const uniq: Builtin = async function* (args, context) {
  const { flags, rest } = parseBuiltin(args, { flags: 'cd' });
  const { contents, failed } = contentsOf(rest, context);
  let last: string | undefined;
  let count = 0;
  const row = (): Uint8Array[] => {
    if (last === undefined || (flags.has('d') && count < 2)) return [];
    return [Buffer.from(`${flags.has('c') ? `${String(count).padStart(7)} ` : ''}${last}\n`, 'latin1')];
  };
  for (const { content } of contents)
    for await (const line of searchableLines(content, context.complain)) {
      const text = line.toString('latin1').replace(/\n$/, '');
      if (text === last) {
        count++;
        continue;
      }
      yield* row();
      last = text;
      count = 1;
    }
  yield* row();
  return failed ? 1 : 0;
};
