import type { PatternTree } from './pattern-tree.js';

/** A state of the graph: it takes a byte of the set, or, without a set, goes on at once. */
interface GraphState {
  readonly bytes: Uint8Array | undefined;
  readonly to: number[];
  /** The rules whose patterns this state belongs to, as bits. */
  readonly rules: number;
  /** Whether the secret starts here. */
  readonly secret: boolean;
  /** Whether the pattern ends here. */
  readonly end: boolean;
}

/** Repetitions up to this length are counted; longer ones may go on without a limit. */
const counted = 64;
const mandatory = 16;

/**
 * A graph of states that matches at least what the patterns match: it ignores what lookarounds demand, and the limits of long repetitions.
 */
export interface PatternGraph {
  readonly states: readonly GraphState[];
  /** Adds a tree for a rule and returns its first state. */
  readonly add: (tree: PatternTree, cased: boolean, rule: number) => number;
  /** Adds a tree that is matched backwards. */
  readonly addBackwards: (tree: PatternTree, cased: boolean, rule: number) => number;
}

/** Makes an empty graph. */
export function createGraph(): PatternGraph {
  const states: GraphState[] = [];
  const build = (tree: PatternTree, cased: boolean, rule: number, backwards: boolean): number => {
    const state = (to: number[], more: Partial<GraphState> = {}): number =>
      states.push({ bytes: undefined, to, rules: 1 << rule, secret: false, end: false, ...more }) - 1;
    const add = (part: PatternTree, next: number): number => {
      switch (part.kind) {
        case 'byte':
          return state([next], { bytes: bytesOf(part.source, cased) });
        case 'sequence':
          return (backwards ? part.items : part.items.toReversed()).reduce(
            (after, item) => add(item, after),
            next,
          );
        case 'choice':
          return state(part.items.map((item) => add(item, next)));
        case 'capture':
          return state([add(part.item, next)], { secret: true });
        case 'repeat':
          return repeat(part, next);
        case 'edge':
          return backwards && part.source === '^' ? state([next], { bytes: lineEnds }) : next;
        case 'reference':
          return state([next], { bytes: anything });
        default:
          return next;
      }
    };
    const repeat = ({ item, least, most }: PatternTree & { kind: 'repeat' }, next: number): number => {
      let first: number;
      if (least > mandatory || most - least > counted) {
        first = state([next]);
        (states[first] as GraphState).to.unshift(add(item, first));
      } else {
        first = next;
        for (let count = least; count < most; count++) first = state([add(item, first), next]);
      }
      for (let count = 0; count < Math.min(least, mandatory); count++) first = add(item, first);
      return first;
    };
    return add(tree, state([], { end: true }));
  };
  return {
    states,
    add: (tree, cased, rule) => build(tree, cased, rule, false),
    addBackwards: (tree, cased, rule) => build(tree, cased, rule, true),
  };
}

const lineEnds = new Uint8Array(256);
lineEnds[10] = 1;
lineEnds[13] = 1;
const anything = new Uint8Array(256).fill(1);

const known = new Map<string, Uint8Array>();

/** The bytes that a character, a class or an escape matches, as the engine of regular expressions has it. */
export function bytesOf(source: string, cased: boolean): Uint8Array {
  const name = `${cased}${source}`;
  const bytes = known.get(name);
  if (bytes !== undefined) return bytes;
  const pattern = new RegExp(`^${source}$`, cased ? '' : 'i');
  const found = new Uint8Array(256).map((_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));
  known.set(name, found);
  return found;
}

/** The alternatives that a pattern starts with, each with what follows them; the pattern itself if there is only one. */
export function variantsOf(tree: PatternTree): PatternTree[] {
  if (tree.kind === 'choice') return tree.items.flatMap(variantsOf);
  if (tree.kind !== 'sequence') return [tree];
  const at = tree.items.findIndex(({ kind }) => kind !== 'ahead' && kind !== 'behind' && kind !== 'edge');
  const first = tree.items[at];
  if (first?.kind !== 'choice' && first?.kind !== 'sequence') return [tree];
  const variants = variantsOf(first);
  if (variants.length === 1) return [tree];
  return variants.map((variant) => ({
    kind: 'sequence',
    items: [...tree.items.slice(0, at), variant, ...tree.items.slice(at + 1)],
  }));
}

/** What must precede a pattern: the lookbehind that it starts with, or undefined if it can start without one. */
export function behindOf(tree: PatternTree): PatternTree | undefined {
  if (tree.kind === 'behind') return tree.negative ? undefined : tree.item;
  if (tree.kind === 'edge') return tree.source === '^' ? tree : undefined;
  if (tree.kind === 'capture') return behindOf(tree.item);
  if (tree.kind === 'choice') {
    const items = tree.items.map(behindOf).filter((item) => item !== undefined);
    return items.length === tree.items.length ? { kind: 'choice', items } : undefined;
  }
  if (tree.kind !== 'sequence') return undefined;
  for (const item of tree.items) {
    const behind = behindOf(item);
    if (behind !== undefined) return behind;
    if (item.kind !== 'ahead' && item.kind !== 'behind' && item.kind !== 'edge') return undefined;
  }
  return undefined;
}
