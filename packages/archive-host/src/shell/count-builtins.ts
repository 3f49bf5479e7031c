import { type Builtin, type BuiltinContext, BuiltinError, parseBuiltin } from './builtin.js';
import { byText, type Compare, inTurn } from './compare.js';
import { bytesOf, contentsOf, mostKept, type NamedContent, searchableLines, textOf } from './contents.js';

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

/** Sorts lines by bytes, or by fields; by number with `-n`, with units with `-h`. `-r` reverses, `-u` drops what is equal. */
export const sort: Builtin = async function* (args, context) {
  const isKey = (word: string): boolean => /^-k./.test(word);
  const { flags, values, rest } = parseBuiltin(
    args.filter((word) => !isKey(word)),
    { flags: 'nhruf', values: 'kt' },
  );
  const keys = [
    ...args.filter(isKey).map((word) => word.slice(2)),
    ...(values.has('k') ? [values.get('k') ?? ''] : []),
  ];
  const { contents, failed } = contentsOf(rest, context);
  const lines = await textsOf(contents, context.complain);
  const sign = flags.has('r') ? -1 : 1;
  const compare =
    keys.length > 0 ? inTurn(keys.map((key) => byKey(key, flags, values.get('t')))) : compareOf(flags);
  lines.sort((a, b) => compare(a, b) || (flags.has('u') ? 0 : byText(a, b) * sign));
  const kept = flags.has('u')
    ? lines.filter((line, at) => at === 0 || compare(line, lines[at - 1] ?? '') !== 0)
    : lines;
  for (const line of kept) yield Buffer.from(`${line}\n`, 'latin1');
  return failed ? 1 : 0;
};

/** How texts are compared with these letters of options. */
function compareOf(letters: ReadonlySet<string>): Compare<string> {
  const sign = letters.has('r') ? -1 : 1;
  const form = letters.has('f') ? (text: string) => text.toLowerCase() : (text: string) => text;
  if (letters.has('h')) return (a, b) => (sizeOf(a) - sizeOf(b)) * sign;
  if (letters.has('n')) return (a, b) => (numberOf(a) - numberOf(b)) * sign;
  return (a, b) => byText(form(a), form(b)) * sign;
}

/** A key of `-k`, such as `2`, `2,2` or `3nr`: its own letters count instead of those of the whole command. */
function byKey(key: string, flags: ReadonlySet<string>, separator: string | undefined): Compare<string> {
  const [, first, own = '', last, others = ''] =
    /^([1-9]\d{0,5})([nhrfb]*)(?:,([1-9]\d{0,5})([nhrfb]*))?$/.exec(key) ?? [];
  if (first === undefined)
    throw new BuiltinError(`-k "${key}" is not allowed; allowed: fields, such as 2, 2,3 or 2nr`, 2);
  if (separator !== undefined && separator.length !== 1) throw new BuiltinError('-t is one character', 2);
  const letters = new Set(own + others);
  const compare = compareOf(letters.size > 0 ? letters : flags);
  const skips = letters.has('b');
  const keyOf = (line: string): string => {
    const fields = separator === undefined ? (line.match(/\s*\S+|\s+$/g) ?? []) : line.split(separator);
    const text = fields
      .slice(Number(first) - 1, last === undefined ? undefined : Number(last))
      .join(separator ?? '');
    return skips ? text.trimStart() : text;
  };
  return (a, b) => compare(keyOf(a), keyOf(b));
}

function numberOf(line: string): number {
  return Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(line)?.[1] ?? 0);
}

/** A number with a unit, as `-h` compares it: by the unit first. */
function sizeOf(text: string): number {
  const [, number = '0', unit = ''] = /^\s*(-?\d+(?:\.\d+)?)([KMGTPE]?)/i.exec(text) ?? [];
  return Number(number) * 1024 ** Math.max(0, ' KMGTPE'.indexOf(unit.toUpperCase() || ' '));
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
      lines.push(textOf(line, 'latin1'));
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
      const text = textOf(line, 'latin1');
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
