import { type Builtin, parseBuiltin } from './builtin.js';
import { bytesOf, contentsOf, countOf, isWhole, linesOf, mostKept, type NamedContent } from './contents.js';

/** Prints files; with `-n`, numbers the lines. */
export const cat: Builtin = async function* (args, context) {
  const { flags, rest } = parseBuiltin(args, { flags: 'nu' });
  const { contents, failed } = contentsOf(rest, context);
  let number = 0;
  for (const { content } of contents) {
    if (!flags.has('n')) yield* content;
    else
      for await (const line of linesOf(content)) {
        yield bytesOf(`${String(++number).padStart(6)}\t`);
        yield line;
      }
  }
  return failed ? 1 : 0;
};

/** Prints files without pages. A pager's options are ignored. */
export const less: Builtin = (args, context) =>
  cat(
    args.filter((word) => !/^[-+]./.test(word)),
    context,
  );

/** Prints the start of files. */
export const head: Builtin = async function* (args, context) {
  const { values, rest } = parseBuiltin(args, {
    flags: 'qv',
    values: 'nc',
    long: { lines: 'n', bytes: 'c' },
  });
  const { contents, failed } = contentsOf(rest, context);
  const bytes = values.get('c');
  const lines = countOf('n', values.get('n') ?? '10');
  for (const each of titled(contents)) {
    yield* each.title;
    yield* bytes === undefined ? firstLines(each, lines) : firstBytes(each, countOf('c', bytes));
  }
  return failed ? 1 : 0;
};

async function* firstLines({ content }: NamedContent, most: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  if (most === 0) return;
  for await (const line of linesOf(content)) {
    yield line;
    if (isWhole(line) && ++count === most) return;
  }
}

async function* firstBytes({ content }: NamedContent, most: number): AsyncGenerator<Uint8Array> {
  let left = most;
  if (left === 0) return;
  for await (const piece of content) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** Prints the end of files; with `-n +LINE`, everything from that line. */
export const tail: Builtin = async function* (args, context) {
  const { values, rest } = parseBuiltin(args, {
    flags: 'qv',
    values: 'nc',
    long: { lines: 'n', bytes: 'c' },
  });
  const { contents, failed } = contentsOf(rest, context);
  const [letter, wanted] = values.has('c') ? ['c', values.get('c') ?? ''] : ['n', values.get('n') ?? '10'];
  for (const each of titled(contents)) {
    yield* each.title;
    if (letter === 'n' && wanted.startsWith('+')) yield* linesFrom(each, countOf('n', wanted.slice(1)));
    else yield* lastParts(each, letter, countOf(letter, wanted.replace(/^-/, '')));
  }
  return failed ? 1 : 0;
};

async function* linesFrom({ content }: NamedContent, first: number): AsyncGenerator<Uint8Array> {
  let number = 1;
  for await (const line of linesOf(content)) {
    if (number >= first) yield line;
    if (isWhole(line)) number++;
  }
}

/** The last lines or bytes; at most 64 MiB. */
async function* lastParts(
  { content }: NamedContent,
  letter: string,
  most: number,
): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = [];
  let [size, units] = [0, 0];
  const unitsOf = (part: Uint8Array): number => (letter === 'c' ? part.length : Number(isWhole(part)));
  let first = 0;
  for await (const part of letter === 'c' ? content : linesOf(content)) {
    kept.push(Buffer.from(part));
    size += part.length;
    units += unitsOf(part);
    // A last line without an end counts, too, so one more is kept until the end is known.
    for (
      let next = kept[first];
      next && (units - unitsOf(next) >= most + 1 || size > mostKept);
      next = kept[first]
    ) {
      size -= next.length;
      units -= unitsOf(next);
      kept[first++] = Buffer.alloc(0);
    }
    if (first > 1000) first -= kept.splice(0, first).length;
  }
  const all = Buffer.concat(kept);
  if (letter === 'c') yield all.subarray(Math.max(0, all.length - most));
  else yield all.subarray(startOfLast(all, most));
}

function startOfLast(bytes: Buffer, lines: number): number {
  if (lines === 0) return bytes.length;
  let at = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
  for (let count = 0; count < lines && at > 0; count++) at = bytes.lastIndexOf(10, at - 1);
  return at <= 0 && bytes[0] !== 10 ? 0 : at + 1;
}

/** Adds a title to each content if there are several. */
function titled(contents: readonly NamedContent[]): (NamedContent & { readonly title: Uint8Array[] })[] {
  return contents.map((each, index) => ({
    ...each,
    title: contents.length > 1 ? [bytesOf(`${index > 0 ? '\n' : ''}==> ${each.name || 'input'} <==\n`)] : [],
  }));
}
