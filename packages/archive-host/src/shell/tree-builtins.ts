import { posix } from 'node:path';
import { nameMatcher } from '@hostspec/spec';
import {
  type Builtin,
  type BuiltinContext,
  BuiltinError,
  parseBuiltin,
  pathOf,
  type ShownText,
} from './builtin.js';
import { bytesOf, countOf, whyMissing } from './contents.js';
import { type RecordedEntry, type RecordedListing, recordedListing } from './recorded-listing.js';
import { type TreeEntry, walk } from './walk.js';

const unknownFacts = 'tucisZogn';

const onlyArchived = 'lists only what the archive has; the host can have more';

/**
 * Lists names, as a recorded `ls -l` shows them, or else those that the archive has. Of these it has sizes and targets of links; for the
 * rest, `-l` shows `?`.
 */
export const ls: Builtin = async function* (args, context) {
  const { flags, rest } = parseBuiltin(args, {
    flags: `aAldR1hFrS${unknownFacts}`,
    long: { all: 'a', recursive: 'R', directory: 'd', 'human-readable': 'h', reverse: 'r' },
  });
  const words = rest.length === 0 ? ['.'] : rest;
  const usesRecorded = !flags.has('d') && !flags.has('R');
  let failed = false;
  const plain: Row[] = [];
  const directories: Directory[] = [];
  const used = new Set<RecordedListing>();
  for (const word of words)
    try {
      const path = pathOf(word, context.directory);
      const recorded = usesRecorded ? await recordedListing(path, context.session) : undefined;
      if (recorded) {
        used.add(recorded);
        directories.push({ path, title: word, recorded });
        continue;
      }
      const parent = flags.has('l') ? await recordedListing(posix.dirname(path), context.session) : undefined;
      const entry = parent?.entries.find(({ name }) => name === posix.basename(path));
      if (parent && entry && (flags.has('d') || !entry.facts.startsWith('d'))) {
        used.add(parent);
        plain.push({ name: word, kind: 'other', recorded: entry });
        continue;
      }
      const row = await rowOf(path, word, context, true);
      if (row.kind === 'directory' && !flags.has('d')) directories.push({ path, title: word });
      else plain.push(row);
    } catch (error) {
      context.complain(whyMissing(word, error));
      failed = true;
    }
  if (flags.has('t') || (flags.has('S') && directories.some(({ recorded }) => recorded)))
    context.complain('the order is by name');
  for (const from of new Set([...used].map((each) => each.from))) context.note(`derived from ${from}`);
  for (const { cut } of used) if (cut !== undefined) context.complain(cut);
  if (directories.some(({ recorded }) => !recorded)) context.complain(onlyArchived);
  yield* print(plain, flags, context.shown);
  const isTitled = words.length > 1 || flags.has('R');
  // A stack: the directories below one are listed before those that wait, without moving them.
  directories.reverse();
  for (
    let next = directories.pop(), first = plain.length === 0;
    next;
    next = directories.pop(), first = false
  ) {
    const { path, title, recorded } = next;
    if (isTitled) yield bytesOf(`${first ? '' : '\n'}${context.shown.printable(title)}:\n`);
    if (recorded) {
      yield* printRecorded(recorded, flags, context.shown);
      continue;
    }
    const names = (await context.session.names(path)).filter((name) => isShown(name, flags));
    const rows: Row[] = [];
    for (const name of names) rows.push(await rowOf(posix.join(path, name), name, context, false));
    yield* print(rows, flags, context.shown);
    if (flags.has('R'))
      for (const { name, kind } of rows.toReversed())
        if (kind === 'directory')
          directories.push({ path: posix.join(path, name), title: `${title.replace(/\/$/, '')}/${name}` });
  }
  return failed ? 2 : 0;
};

/** A directory to list. */
interface Directory {
  readonly path: string;
  readonly title: string;
  readonly recorded?: RecordedListing;
}

function* printRecorded(
  { entries }: RecordedListing,
  flags: ReadonlySet<string>,
  { printable }: ShownText,
): Generator<Uint8Array> {
  for (const each of flags.has('r') ? entries.toReversed() : entries) {
    const isItself = each.name === '.' || each.name === '..';
    if (isItself ? flags.has('a') : isShown(each.name, flags))
      yield bytesOf(`${printable(flags.has('l') ? recordedLine(each) : each.name)}\n`);
  }
}

function recordedLine({ facts, name, target }: RecordedEntry): string {
  return `${facts}${name}${target}`;
}

/** Shows what a path is, and its size. */
export const stat: Builtin = async function* (args, context) {
  const { rest } = parseBuiltin(args, { flags: 'L' });
  if (rest.length === 0) throw new BuiltinError('needs a path', 2);
  let failed = false;
  for (const word of rest)
    try {
      const { name, kind, size, target } = await rowOf(pathOf(word, context.directory), word, context, true);
      const arrow = target === undefined ? '' : ` -> ${target}`;
      const shownSize = size === undefined ? '' : `${size} `;
      yield bytesOf(`  File: ${context.shown.printable(name + arrow)}\n  Size: ${shownSize}${kind}\n`);
      context.complain(`${word}: the archive has no mode, owner and times of it`);
    } catch (error) {
      context.complain(whyMissing(word, error));
      failed = true;
    }
  return failed ? 1 : 0;
};

interface Row {
  readonly name: string;
  readonly kind: TreeEntry['kind'];
  readonly size?: number;
  readonly target?: string;
  /** Its line in a recorded listing. */
  readonly recorded?: RecordedEntry;
}

function isShown(name: string, flags: ReadonlySet<string>): boolean {
  return !name.startsWith('.') || flags.has('a') || flags.has('A');
}

/** The facts about a name. @throws HostError if it must exist and does not. */
async function rowOf(path: string, name: string, { session }: BuiltinContext, mustBe: boolean): Promise<Row> {
  const target = session.link(path);
  try {
    const { kind, size } = await session.look(path);
    if (target !== undefined && !(mustBe && kind === 'directory')) return { name, kind: 'link', target };
    return kind === 'file' ? { name, kind, size } : { name, kind: kind === 'directory' ? kind : 'other' };
  } catch (error) {
    if (target !== undefined) return { name, kind: 'link', target };
    if (mustBe) throw error;
    whyMissing(name, error);
    return { name, kind: 'other' };
  }
}

const typeLetters = { file: '-', directory: 'd', link: 'l', other: '?' } as const;

function* print(
  rows: readonly Row[],
  flags: ReadonlySet<string>,
  { printable, bytes }: ShownText,
): Generator<Uint8Array> {
  const sorted = flags.has('S') ? rows.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0)) : [...rows];
  if (flags.has('r')) sorted.reverse();
  const nameOf = ({ name, kind, target }: Row): string => {
    const mark = flags.has('F') ? { directory: '/', link: '@', file: '', other: '' }[kind] : '';
    const arrow = flags.has('l') && target !== undefined ? ` -> ${target}` : mark;
    return printable(name + arrow);
  };
  const sizeOf = ({ size }: Row): string =>
    size === undefined ? '?' : flags.has('h') ? bytes(size) : String(size);
  const width = sorted.reduce((most, row) => Math.max(most, sizeOf(row).length), 9);
  for (const row of sorted) {
    if (row.recorded) {
      yield bytesOf(`${printable(recordedLine({ ...row.recorded, name: row.name }))}\n`);
      continue;
    }
    const facts = flags.has('l')
      ? `${typeLetters[row.kind]}????????? ? ? ? ${sizeOf(row).padStart(width)} ? `
      : '';
    yield bytesOf(`${facts}${nameOf(row)}\n`);
  }
}

/** Prints paths below others, selected by name, type and depth. */
export const find: Builtin = async function* (args, context) {
  const start = args.findIndex((word) => word.startsWith('-') || word === '!');
  const paths = start === -1 ? args : args.slice(0, start);
  const { tests, maxDepth } = testsOf(start === -1 ? [] : args.slice(start));
  context.complain(onlyArchived);
  let failed = false;
  for (const word of paths.length === 0 ? ['.'] : paths)
    try {
      for await (const entry of walk(context.session, pathOf(word, context.directory), word))
        if (entry.depth <= maxDepth && tests.every((test) => test(entry)))
          yield bytesOf(`${context.shown.printable(entry.shown)}\n`);
    } catch (error) {
      context.complain(whyMissing(word, error));
      failed = true;
    }
  return failed ? 1 : 0;
};

type Test = (entry: TreeEntry) => boolean;

function testsOf(words: readonly string[]): { readonly tests: readonly Test[]; readonly maxDepth: number } {
  const tests: Test[] = [];
  const rest = [...words];
  let maxDepth = Number.POSITIVE_INFINITY;
  const value = (option: string): string => {
    const given = rest.shift();
    if (given === undefined) throw new BuiltinError(`${option} needs a value`, 2);
    return given;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-name' || word === '-iname') {
      const [fold, pattern] = [word === '-iname', value(word)];
      const wanted = fold ? pattern.toLowerCase() : pattern;
      tests.push(({ path }) => {
        const name = posix.basename(path);
        return nameMatcher(wanted)(fold ? name.toLowerCase() : name);
      });
    } else if (word === '-path') {
      const pattern = value(word);
      tests.push(({ shown }) => nameMatcher(pattern)(shown));
    } else if (word === '-type') {
      const kinds = value(word)
        .split(',')
        .map((letter) => ({ f: 'file', d: 'directory', l: 'link' })[letter]);
      tests.push(({ kind }) => kinds.includes(kind));
    } else if (word === '-maxdepth') maxDepth = countOf('maxdepth', value(word));
    else if (word !== '-print')
      throw new BuiltinError(
        `${word} is not possible here; allowed: -name, -iname, -path, -type, -maxdepth, -print`,
        2,
      );
  }
  return { tests, maxDepth };
}
