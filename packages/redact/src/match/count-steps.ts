import { oncePer } from './once.js';
import { bytesOf } from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';

/** The result of a backtracking matcher at one position. */
interface Counted {
  readonly matched: boolean;
  /** Number of parts of the pattern that it tried. */
  readonly steps: number;
}

type Go = (at: number) => boolean;

/** Matches a part of a pattern at a position, and then what follows it. */
type Part = (at: number, go: Go) => boolean;

/** What is matched now. */
interface Run {
  bytes: Uint8Array;
  steps: number;
}

const found: Go = () => true;
const isWord = (code: number | undefined): boolean =>
  code !== undefined && /\w/.test(String.fromCharCode(code));
const isLineEnd = (code: number | undefined): boolean => code === undefined || code === 10 || code === 13;

// A pattern is tried at thousands of positions, and takes longer to prepare than to try.
const prepared = oncePer((pattern: RegExp) => {
  const run: Run = { bytes: new Uint8Array(), steps: 0 };
  return { run, part: partOf(parsePattern(pattern), !pattern.flags.includes('i'), false, run) };
});

/** Matches a pattern at a position as the engine of JavaScript would, and counts the steps. */
export function countSteps(pattern: RegExp, text: string, start: number): Counted {
  const { part, run } = prepared(pattern);
  Object.assign(run, { bytes: Buffer.from(text, 'latin1'), steps: 0 });
  return { matched: part(start, found), steps: run.steps };
}

function partOf(tree: PatternTree, cased: boolean, backwards: boolean, run: Run): Part {
  const match = matchOf(tree, cased, backwards, run);
  return (at, go) => {
    run.steps++;
    return match(at, go);
  };
}

function matchOf(tree: PatternTree, cased: boolean, backwards: boolean, run: Run): Part {
  const inner = (item: PatternTree): Part => partOf(item, cased, backwards, run);
  switch (tree.kind) {
    case 'byte': {
      const set = bytesOf(tree.source, cased);
      const [before, step] = backwards ? [1, -1] : [0, 1];
      return (at, go) => set[run.bytes[at - before] ?? 256] === 1 && go(at + step);
    }
    case 'sequence': {
      const parts = tree.items.map(inner);
      return inOrder(backwards ? parts.reverse() : parts);
    }
    case 'choice': {
      const parts = tree.items.map(inner);
      return (at, go) => parts.some((part) => part(at, go));
    }
    case 'capture':
      return inner(tree.item);
    case 'repeat':
      return isOneByte(tree.item)
        ? repeatByte(tree, inner(tree.item), backwards)
        : repeat(tree, inner(tree.item));
    case 'edge':
      return (at, go) => isEdge(tree.source, run.bytes[at - 1], run.bytes[at]) && go(at);
    case 'reference':
      throw new Error('no rule has a back reference');
    default: {
      const part = partOf(tree.item, cased, tree.kind === 'behind', run);
      return (at, go) => part(at, found) !== tree.negative && go(at);
    }
  }
}

function inOrder(parts: readonly Part[]): Part {
  const from = (index: number, at: number, go: Go): boolean => {
    const part = parts[index];
    return part === undefined ? go(at) : part(at, (next) => from(index + 1, next, go));
  };
  return (at, go) => from(0, at, go);
}

/** How often a part may occur. */
type Times = Extract<PatternTree, { kind: 'repeat' }>;

function repeat({ least, most }: Times, item: Part): Part {
  const from = (count: number, at: number, go: Go): boolean => {
    const again: Go = (next) => next !== at && from(count + 1, next, go);
    return (count < most && item(at, again)) || (count >= least && go(at));
  };
  return (at, go) => from(0, at, go);
}

/** Like `repeat`, for an item of one byte: a loop instead of a call for each. */
function repeatByte({ least, most }: Times, item: Part, backwards: boolean): Part {
  const step = backwards ? -1 : 1;
  return (start, go) => {
    let at = start;
    let count = 0;
    for (; count < most && item(at, found); count++) at += step;
    for (; count >= least; count--, at -= step) if (go(at)) return true;
    return false;
  };
}

/** True if a tree matches exactly one byte, with or without looking around it. */
function isOneByte(tree: PatternTree): boolean {
  if (tree.kind === 'choice') return tree.items.every(isOneByte);
  if (tree.kind !== 'sequence') return tree.kind === 'byte';
  const taking = tree.items.filter(({ kind }) => kind !== 'ahead' && kind !== 'behind' && kind !== 'edge');
  return taking.length === 1 && taking.every(isOneByte);
}

function isEdge(source: string, before: number | undefined, after: number | undefined): boolean {
  if (source === '^') return isLineEnd(before);
  if (source === '$') return isLineEnd(after);
  return (isWord(before) !== isWord(after)) === (source === '\\b');
}
