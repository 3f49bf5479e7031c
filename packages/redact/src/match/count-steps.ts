import { bytesOf } from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';

/** The result of a backtracking matcher at one position. */
export interface Counted {
  readonly matched: boolean;
  /** Number of parts of the pattern that it tried. */
  readonly steps: number;
}

type Go = (at: number) => boolean;

const isWord = (code: number | undefined): boolean =>
  code !== undefined && /\w/.test(String.fromCharCode(code));
const isLineEnd = (code: number | undefined): boolean => code === undefined || code === 10 || code === 13;

// A pattern is tried at thousands of positions, and the longest ones take longer to parse than to try.
const trees = new WeakMap<RegExp, PatternTree>();

function treeOf(pattern: RegExp): PatternTree {
  const tree = trees.get(pattern) ?? parsePattern(pattern);
  trees.set(pattern, tree);
  return tree;
}

/** Matches a pattern at a position as the engine of JavaScript would, and counts the steps. */
export function countSteps(pattern: RegExp, text: string, start: number): Counted {
  const bytes = Buffer.from(text, 'latin1');
  const cased = !pattern.flags.includes('i');
  let steps = 0;
  const match = (tree: PatternTree, at: number, backwards: boolean, go: Go): boolean => {
    steps++;
    switch (tree.kind) {
      case 'byte': {
        const byte = bytes[backwards ? at - 1 : at];
        if (byte === undefined || bytesOf(tree.source, cased)[byte] !== 1) return false;
        return go(backwards ? at - 1 : at + 1);
      }
      case 'sequence':
        return inOrder(backwards ? tree.items.toReversed() : tree.items, at, backwards, go);
      case 'choice':
        return tree.items.some((item) => match(item, at, backwards, go));
      case 'capture':
        return match(tree.item, at, backwards, go);
      case 'repeat':
        if (isOneByte(tree.item)) return repeatByte(tree, at, backwards, go);
        return repeat(tree, 0, at, backwards, go);
      case 'edge':
        return isEdge(tree.source, bytes[at - 1], bytes[at]) && go(at);
      case 'reference':
        throw new Error('no rule has a back reference');
      default: {
        const found = match(tree.item, at, tree.kind === 'behind', () => true);
        return found !== tree.negative && go(at);
      }
    }
  };
  const inOrder = (items: readonly PatternTree[], at: number, backwards: boolean, go: Go): boolean => {
    const [first, ...rest] = items;
    if (first === undefined) return go(at);
    return match(first, at, backwards, (next) => inOrder(rest, next, backwards, go));
  };
  const repeat = (
    tree: PatternTree & { kind: 'repeat' },
    count: number,
    at: number,
    backwards: boolean,
    go: Go,
  ): boolean => {
    const again: Go = (next) => (next === at ? false : repeat(tree, count + 1, next, backwards, go));
    if (count < tree.most && match(tree.item, at, backwards, again)) return true;
    return count >= tree.least && go(at);
  };
  /** Like `repeat`, for an item of one byte: a loop instead of a call for each. */
  const repeatByte = (
    { item, least, most }: PatternTree & { kind: 'repeat' },
    from: number,
    backwards: boolean,
    go: Go,
  ): boolean => {
    const step = backwards ? -1 : 1;
    let at = from;
    let count = 0;
    for (; count < most && match(item, at, backwards, () => true); count++) at += step;
    for (; count >= least; count--, at -= step) if (go(at)) return true;
    return false;
  };
  const matched = match(treeOf(pattern), start, false, () => true);
  return { matched, steps };
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
