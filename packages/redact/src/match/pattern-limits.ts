import { bytesOf } from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';
import { windowAhead } from './rule.js';

/** How far a pattern looks, in characters. `nested` is true if a repeated group contains another repetition. */
interface PatternLimits {
  readonly ahead: number;
  readonly behind: number;
  readonly nested: boolean;
}

interface Part extends PatternLimits {
  readonly width: number;
  /** True if a quantifier inside can match different lengths. */
  readonly varies: boolean;
}

const empty: Part = { width: 0, ahead: 0, behind: 0, varies: false, nested: false };
const edge: Part = { ...empty, ahead: 1, behind: 1 };
const one: Part = { ...empty, width: 1, ahead: 1 };
// A back reference matches text of any length.
const endless: Part = { ...one, width: Number.POSITIVE_INFINITY, ahead: Number.POSITIVE_INFINITY };

/** Finds the limits of a regular expression. They are infinite if a quantifier has no limit. */
export const patternLimits = (pattern: RegExp): PatternLimits => partOf(parsePattern(pattern));

/** The most characters that a lookbehind with this content reads. */
export function readBehind(inside: PatternTree): number {
  const { width, behind } = partOf(inside);
  return width + behind;
}

function partOf(tree: PatternTree): Part {
  switch (tree.kind) {
    case 'byte':
      return one;
    case 'edge':
      return edge;
    case 'reference':
      return endless;
    case 'sequence':
      return tree.items.map(partOf).reduce(followedBy, empty);
    case 'choice':
      return tree.items.map(partOf).reduce(either, empty);
    case 'capture':
      return partOf(tree.item);
    case 'ahead':
      // The engine never tries another match of a lookaround.
      return { ...partOf(tree.item), width: 0, varies: false };
    case 'behind': {
      const inside = partOf(tree.item);
      return { ...inside, width: 0, varies: false, ahead: 1, behind: inside.width + inside.behind };
    }
    case 'repeat':
      return repeatedPart(partOf(tree.item), tree.least, tree.most);
  }
}

function repeatedPart(part: Part, least: number, most: number): Part {
  const still = part.width === 0;
  const width = still ? 0 : part.width * most;
  const ahead = still ? part.ahead : part.width * (most - 1) + part.ahead;
  return {
    width,
    ahead: Math.max(width, ahead),
    behind: part.behind,
    varies: part.varies || least !== most,
    nested: part.nested || (most > 1 && part.varies),
  };
}

const either = (a: Part, b: Part): Part => ({
  width: Math.max(a.width, b.width),
  ahead: Math.max(a.ahead, b.ahead),
  behind: Math.max(a.behind, b.behind),
  varies: a.varies || b.varies,
  nested: a.nested || b.nested,
});

const followedBy = (a: Part, b: Part): Part => ({
  ...either(a, b),
  width: a.width + b.width,
  ahead: Math.max(a.ahead, a.width + b.ahead),
});

/** The number of ways in which a part can match at one position, and the bytes with which it can start. */
interface Ways {
  readonly ways: number;
  /** Characters read over all these ways. */
  readonly steps: number;
  readonly first: Uint8Array;
  readonly empty: boolean;
}

const noByte = new Uint8Array(256);
const anyByte = new Uint8Array(256).fill(1);
const still: Ways = { ways: 1, steps: 1, first: noByte, empty: true };

/**
 * Estimates the most characters that a backtracking matcher reads before a pattern fails at a position. A repetition backtracks only if
 * what follows can start with a byte that it repeats.
 */
export function patternWork(pattern: RegExp): number {
  const cased = !pattern.flags.includes('i');
  return waysOf(parsePattern(pattern), { cased, backwards: false }, noByte).steps;
}

interface Direction {
  readonly cased: boolean;
  readonly backwards: boolean;
}

function waysOf(tree: PatternTree, direction: Direction, follow: Uint8Array): Ways {
  switch (tree.kind) {
    case 'byte':
      return { ways: 1, steps: 1, first: bytesOf(tree.source, direction.cased), empty: false };
    case 'reference':
      return { ways: 1, steps: Number.POSITIVE_INFINITY, first: anyByte, empty: true };
    case 'edge':
      return still;
    case 'capture':
      return waysOf(tree.item, direction, follow);
    case 'ahead':
    case 'behind': {
      const inside = waysOf(tree.item, { ...direction, backwards: tree.kind === 'behind' }, noByte);
      const demands = (tree.kind === 'behind') === direction.backwards && !tree.negative;
      return { ...still, steps: inside.steps, first: demands ? inside.first : noByte };
    }
    case 'choice':
      return oneOf(tree.items.map((item) => waysOf(item, direction, follow)));
    case 'sequence':
      return inOrder(tree.items, direction, follow);
    case 'repeat':
      return repeatedWays(tree, direction, follow);
  }
}

/** Sums up the alternatives that can start with the same byte, and takes the worst byte. */
function oneOf(items: readonly Ways[]): Ways {
  let ways = 1;
  let steps = 1;
  for (let byte = 0; byte < 256; byte++) {
    const here = items.filter(({ first, empty }) => empty || first[byte] === 1);
    ways = Math.max(ways, sum(here.map((item) => item.ways)));
    steps = Math.max(steps, sum(here.map((item) => item.steps)));
  }
  return {
    ways,
    steps: steps + items.length,
    first: items.map(({ first }) => first).reduce(union, noByte),
    empty: items.some(({ empty }) => empty),
  };
}

function inOrder(items: readonly PatternTree[], direction: Direction, follow: Uint8Array): Ways {
  const ordered = direction.backwards ? items : items.toReversed();
  let rest: Ways = { ...still, first: follow };
  for (const item of ordered) {
    const part = waysOf(item, direction, rest.first);
    rest = {
      ways: part.ways * rest.ways,
      steps: part.steps + part.ways * rest.steps,
      first: part.empty ? union(part.first, rest.first) : part.first,
      empty: part.empty && rest.empty,
    };
  }
  return rest;
}

function repeatedWays(
  { item, least, most }: PatternTree & { kind: 'repeat' },
  direction: Direction,
  follow: Uint8Array,
): Ways {
  const limit = Math.min(most, windowAhead);
  const alone = waysOf(item, direction, follow);
  const part = limit > 1 ? waysOf(item, direction, union(alone.first, follow)) : alone;
  const lengths = limit - Math.min(least, limit) + 1;
  const ambiguous = part.first.some((found, byte) => found === 1 && follow[byte] === 1);
  return {
    ways: (ambiguous ? lengths : 1) * part.ways ** limit,
    steps: part.steps * (part.ways === 1 ? limit : part.ways ** limit),
    first: part.first,
    empty: least === 0 || part.empty,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const union = (a: Uint8Array, b: Uint8Array): Uint8Array =>
  a === noByte ? b : b === noByte ? a : a.map((each, byte) => each | (b[byte] as number));
