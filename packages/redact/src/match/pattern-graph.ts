import { byteClass } from './bytes.js';
import { once } from './once.js';
import type { PatternTree } from './pattern-tree.js';

/** A state consumes one byte of its set. Without a set, it consumes nothing. */
interface GraphState {
  readonly bytes: Uint8Array | undefined;
  readonly to: () => readonly number[];
  /** The rules that this state belongs to, as bits. */
  readonly rules: number;
  readonly secret: boolean;
  readonly end: boolean;
}

/** Repetitions with at most this many optional rounds are exact. Longer ones become loops. */
const counted = 64;
const mandatory = 16;

/**
 * A graph of patterns. It matches everything they match, and more: it ignores lookarounds and the limits of long repetitions. States are
 * created when text reaches them, because most text leaves a pattern after a few bytes.
 */
export interface PatternGraph {
  readonly states: readonly GraphState[];
  /** The byte sets of all states, including those not yet created. */
  readonly sets: ReadonlySet<Uint8Array>;
  /** Adds the tree of a rule. Returns its first state. */
  readonly add: (tree: PatternTree, cased: boolean, rule: number) => number;
  /** Adds a tree that is matched backwards. Returns its first state. */
  readonly addBackwards: (tree: PatternTree, cased: boolean, rule: number) => number;
}

/** Creates an empty graph. */
export function createGraph(): PatternGraph {
  const states: GraphState[] = [];
  const sets = new Set<Uint8Array>();
  const build = (tree: PatternTree, cased: boolean, rule: number, backwards: boolean): number => {
    const state = (to: () => readonly number[], more: Partial<GraphState> = {}): number =>
      states.push({ bytes: undefined, to: once(to), rules: 1 << rule, secret: false, end: false, ...more }) -
      1;
    const add = (part: PatternTree, next: number): number => {
      const bytes = setOf(part, cased, backwards);
      if (bytes !== undefined) return state(() => [next], { bytes });
      switch (part.kind) {
        case 'sequence':
          return (backwards ? part.items : part.items.toReversed()).reduce(
            (after, item) => add(item, after),
            next,
          );
        case 'choice':
          return state(() => part.items.map((item) => add(item, next)));
        case 'capture':
          return state(() => [add(part.item, next)], { secret: true });
        case 'repeat':
          return repeat(part, next);
        default:
          return next;
      }
    };
    const repeat = ({ item, least, most }: PatternTree & { kind: 'repeat' }, next: number): number => {
      if (least <= mandatory && most - least <= counted) return times(item, least, most - least, next);
      const loop: number = state(() => [add(item, loop), next]);
      return times(item, Math.min(least, mandatory), 0, loop);
    };
    const times = (item: PatternTree, least: number, more: number, next: number): number => {
      if (least > 0) return state(() => [add(item, times(item, least - 1, more, next))]);
      return more === 0 ? next : state(() => [add(item, times(item, 0, more - 1, next)), next]);
    };
    addSets(tree, cased, backwards, sets);
    return add(
      tree,
      state(() => [], { end: true }),
    );
  };
  return {
    states,
    sets,
    add: (tree, cased, rule) => build(tree, cased, rule, false),
    addBackwards: (tree, cased, rule) => build(tree, cased, rule, true),
  };
}

/** The states reachable without a byte. */
export function closureOf(states: readonly GraphState[], from: readonly number[]): number[] {
  const reached = new Set(from);
  for (const each of reached) {
    const { bytes, to } = states[each] as GraphState;
    if (bytes === undefined) for (const next of to()) reached.add(next);
  }
  return [...reached];
}

/** The byte set of a part that consumes exactly one byte; undefined for other parts. */
function setOf(part: PatternTree, cased: boolean, backwards: boolean): Uint8Array | undefined {
  if (part.kind === 'byte') return bytesOf(part.source, cased);
  if (part.kind === 'reference') return anything;
  return part.kind === 'edge' && backwards && part.source === '^' ? lineEnds : undefined;
}

function addSets(part: PatternTree, cased: boolean, backwards: boolean, sets: Set<Uint8Array>): void {
  const bytes = setOf(part, cased, backwards);
  if (bytes !== undefined) sets.add(bytes);
  if (part.kind === 'repeat' || part.kind === 'capture') addSets(part.item, cased, backwards, sets);
  if (part.kind === 'sequence' || part.kind === 'choice')
    for (const item of part.items) addSets(item, cased, backwards, sets);
}

const lineEnds = new Uint8Array(256);
lineEnds[10] = 1;
lineEnds[13] = 1;
const anything = new Uint8Array(256).fill(1);

const known = new Map<string, Uint8Array>();

/** The bytes that a character, class or escape matches, according to JavaScript's own engine. */
export function bytesOf(source: string, cased: boolean): Uint8Array {
  const name = `${cased}${source}`;
  const bytes = known.get(name);
  if (bytes !== undefined) return bytes;
  const pattern = new RegExp(`^${source}$`, cased ? '' : 'i');
  const found = byteClass(pattern);
  known.set(name, found);
  return found;
}

/**
 * Splits a pattern that starts with alternatives: each is returned with the rest of the pattern. Any other pattern is returned as it is.
 */
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

/** True if a pattern can match text that starts with a keyword. A small letter of the keyword stands for both cases. */
export function canStartWith(tree: PatternTree, cased: boolean, keyword: string): boolean {
  const { states, add } = createGraph();
  let reached: readonly number[] = [add(tree, cased, 0)];
  for (const character of keyword) {
    const codes = [character, character.toUpperCase()].map((each) => each.charCodeAt(0));
    const here = closureOf(states, reached).map((each) => states[each] as GraphState);
    if (here.some(({ end }) => end)) return true;
    reached = here.filter(({ bytes }) => codes.some((code) => bytes?.[code] === 1)).flatMap(({ to }) => to());
  }
  return reached.length > 0;
}

/** The lookbehind at the start of a pattern. Undefined if the pattern can start without one. */
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
