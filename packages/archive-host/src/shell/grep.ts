import {
  type Builtin,
  type BuiltinContext,
  BuiltinError,
  type GivenOptions,
  parseBuiltin,
  pathOf,
} from './builtin.js';
import {
  bytesOf,
  contentsOf,
  countOf,
  type NamedContent,
  searchableLines,
  textOf,
  whyMissing,
} from './contents.js';
import { lineTest, type PatternKind } from './pattern.js';
import { filesBelow } from './walk.js';

const known = {
  flags: 'invrRclLqswxhHEFGPo',
  values: 'emABC',
  long: {
    'ignore-case': 'i',
    'line-number': 'n',
    'invert-match': 'v',
    recursive: 'r',
    count: 'c',
    'files-with-matches': 'l',
    'files-without-match': 'L',
    quiet: 'q',
    'no-messages': 's',
    'word-regexp': 'w',
    'line-regexp': 'x',
    'no-filename': 'h',
    'with-filename': 'H',
    'extended-regexp': 'E',
    'fixed-strings': 'F',
    'perl-regexp': 'P',
    regexp: 'e',
    'max-count': 'm',
    'after-context': 'A',
    'before-context': 'B',
    context: 'C',
  },
};

/** Prints the lines that match a pattern. */
export const grep: Builtin = async function* (args, context) {
  const given = parseBuiltin(args, known);
  const { flags, values } = given;
  if (flags.has('o')) throw new BuiltinError('-o is not possible here: whole lines are printed', 2);
  const [pattern, words] = values.has('e')
    ? [values.get('e'), given.rest]
    : [given.rest[0], given.rest.slice(1)];
  if (pattern === undefined) throw new BuiltinError('a pattern is missing', 2);
  const test = lineTest(pattern, {
    kind: kindOf(flags),
    ignoreCase: flags.has('i'),
    wholeWord: flags.has('w'),
    wholeLine: flags.has('x'),
  });
  const search = searchOf(given, test, context.complain);
  const { contents, failed } = flags.has('s')
    ? await searched(words, flags, { ...context, complain: () => {} })
    : await searched(words, flags, context);
  const isNamed = !flags.has('h') && (flags.has('H') || isRecursive(flags) || words.length > 1);
  let isFound = false;
  for await (const each of contents) {
    const found = yield* search(each, isNamed ? `${each.name || '(input)'}` : undefined);
    isFound ||= found;
    if (found && flags.has('q')) return 0;
  }
  if (failed()) return 2;
  return isFound ? 0 : 1;
};

function isRecursive(flags: ReadonlySet<string>): boolean {
  return flags.has('r') || flags.has('R');
}

function kindOf(flags: ReadonlySet<string>): PatternKind {
  if (flags.has('F')) return 'fixed';
  if (flags.has('P')) return 'perl';
  return flags.has('E') ? 'extended' : 'basic';
}

interface Searched {
  readonly contents: AsyncIterable<NamedContent> | Iterable<NamedContent>;
  failed(): boolean;
}

async function searched(
  words: readonly string[],
  flags: ReadonlySet<string>,
  context: BuiltinContext,
): Promise<Searched> {
  if (!isRecursive(flags)) {
    const { contents, failed } = contentsOf(words, context);
    return { contents, failed: () => failed };
  }
  let failed = false;
  async function* below(): AsyncGenerator<NamedContent> {
    for (const word of words.length === 0 ? ['.'] : words)
      try {
        for await (const name of filesBelow(context.session, pathOf(word, context.directory), word))
          try {
            yield { name: name.shown, content: context.session.open(name.path).file.stream() };
          } catch (error) {
            // The name comes from a listing; its content is missing.
            whyMissing(name.shown, error);
          }
      } catch (error) {
        context.complain(whyMissing(word, error));
        failed = true;
      }
  }
  return { contents: below(), failed: () => failed };
}

type Search = (content: NamedContent, name: string | undefined) => AsyncGenerator<Uint8Array, boolean>;

/** How to search a file: what to print, and whether a line was selected. */
function searchOf(
  { flags, values }: GivenOptions,
  test: (line: string) => boolean,
  complain: BuiltinContext['complain'],
): Search {
  const countFor = (letter: string): number => countOf(letter, values.get(letter) ?? values.get('C') ?? '0');
  const around = { before: countFor('B'), after: countFor('A') };
  const most = values.has('m') ? countOf('m', values.get('m') ?? '') : Number.POSITIVE_INFINITY;
  const isWanted = (line: Buffer): boolean => test(textOf(line)) !== flags.has('v');
  const onlyNames = flags.has('l') || flags.has('L');
  const silent = onlyNames || flags.has('c') || flags.has('q');

  return async function* ({ content, name: own }, name) {
    const prefix = (mark: string, number: number): Uint8Array =>
      bytesOf(`${name === undefined ? '' : `${name}${mark}`}${flags.has('n') ? `${number}${mark}` : ''}`);
    const pending: [number, Buffer][] = [];
    let [count, number, printed, after] = [0, 0, 0, 0];
    function* show(line: Buffer, at: number, mark: string): Generator<Uint8Array> {
      if (around.before + around.after > 0 && printed > 0 && at > printed + 1) yield bytesOf('--\n');
      printed = at;
      yield prefix(mark, at);
      yield line.at(-1) === 10 ? line : Buffer.concat([line, bytesOf('\n')]);
    }
    for await (const line of searchableLines(content, complain)) {
      number++;
      const wanted = count < most && isWanted(line);
      if (wanted) count++;
      if (wanted && (flags.has('q') || onlyNames)) break;
      if (!silent && wanted) {
        for (const [at, earlier] of pending.splice(0)) yield* show(earlier, at, '-');
        yield* show(line, number, ':');
        after = around.after;
      } else if (!silent && after > 0) {
        after--;
        yield* show(line, number, '-');
      } else if (!silent && around.before > 0) {
        pending.push([number, Buffer.from(line)]);
        if (pending.length > around.before) pending.shift();
      }
      if (count >= most && after === 0) break;
    }
    if (flags.has('c')) yield bytesOf(`${name === undefined ? '' : `${name}:`}${count}\n`);
    if (onlyNames && count > 0 === flags.has('l')) yield bytesOf(`${own || '(input)'}\n`);
    return count > 0;
  };
}
