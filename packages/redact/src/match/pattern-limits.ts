import { type PatternTree, parsePattern } from './pattern-tree.js';

/** How far a pattern looks, in characters, and whether a repeated group contains another repetition. */
export interface PatternLimits {
  readonly ahead: number;
  readonly behind: number;
  readonly nested: boolean;
}

interface Part {
  /** The longest match, in characters. */
  readonly width: number;
  /** The furthest character looked at from the start of the part. */
  readonly ahead: number;
  readonly behind: number;
  /** Whether it has a quantifier that can match different lengths. */
  readonly varies: boolean;
  readonly nested: boolean;
}

const empty: Part = { width: 0, ahead: 0, behind: 0, varies: false, nested: false };
const edge: Part = { ...empty, ahead: 1, behind: 1 };
const one: Part = { ...empty, width: 1, ahead: 1 };
// A back reference matches a text of any length.
const endless: Part = { ...one, width: Number.POSITIVE_INFINITY, ahead: Number.POSITIVE_INFINITY };

/** Finds the limits of a regular expression. An unlimited quantifier makes them infinite. */
export function patternLimits(pattern: RegExp): PatternLimits {
  const { ahead, behind, nested } = partOf(parsePattern(pattern));
  return { ahead, behind, nested };
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
      return { ...partOf(tree.item), width: 0 };
    case 'behind': {
      const inside = partOf(tree.item);
      return { ...inside, width: 0, ahead: 1, behind: inside.width + inside.behind };
    }
    case 'repeat':
      return repeated(partOf(tree.item), tree.least, tree.most);
  }
}

function repeated(part: Part, least: number, most: number): Part {
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
  width: a.width + b.width,
  ahead: Math.max(a.ahead, a.width + b.ahead),
  behind: Math.max(a.behind, b.behind),
  varies: a.varies || b.varies,
  nested: a.nested || b.nested,
});
