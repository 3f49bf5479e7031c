import { closureOf, type PatternGraph } from './pattern-graph.js';
import { windowBehind } from './rule.js';

/** A deterministic automaton over a graph of patterns. It creates a state when bytes first lead to it. */
export interface Automaton {
  readonly classes: Uint8Array;
  readonly width: number;
  /** The state after a byte of a class. State 0 is a dead end; a negative number means that there are too many states. */
  readonly next: (state: number, byteClass: number) => number;
  /** The states created so far. `next` may replace this with a larger copy. */
  readonly known: () => KnownStates;
}

interface KnownStates {
  /** For each state: the rules that may still match, as bits. */
  readonly alive: Int32Array;
  /** For each state: the rules whose pattern has ended, as bits. */
  readonly ended: Int32Array;
  /** For each state: 1 if the secret of a rule starts here. */
  readonly secret: Uint8Array;
  /** The next state for each state and class; -1 if it does not exist yet. */
  readonly table: Int16Array;
}

const mostStates = 2000;

const tooMany = -2;

const firstState = 1;

/** Creates an automaton that starts in all of the given states of the graph. */
export function createAutomaton({ states, sets }: PatternGraph, starts: readonly number[]): Automaton {
  const { classes, members } = classesOf(sets);
  const width = members.length;
  const numbers = new Map<string, number>();
  const parts: number[][] = [];
  let room = 16;
  let known = roomFor(room, width);

  const numberOf = (part: number[]): number => {
    const name = part.join();
    const number = numbers.get(name) ?? parts.length;
    if (number < parts.length) return number;
    if (number === mostStates) return tooMany;
    numbers.set(name, number);
    parts.push(part);
    if (number === room) {
      room *= 2;
      known = roomFor(room, width, known);
    }
    for (const each of part) {
      const { rules, end, secret } = states[each] as (typeof states)[number];
      known.alive[number] = (known.alive[number] as number) | rules;
      if (end) known.ended[number] = (known.ended[number] as number) | rules;
      if (secret) known.secret[number] = 1;
    }
    return number;
  };
  /** The states reachable without a byte. Those that do nothing but lead on are left out. */
  const closure = (from: readonly number[]): number[] =>
    closureOf(states, from)
      .filter((each) => {
        const { bytes, end, secret } = states[each] as (typeof states)[number];
        return bytes !== undefined || end || secret;
      })
      .sort((a, b) => a - b);
  numberOf([]);
  numberOf(closure(starts));
  return {
    classes,
    width,
    known: () => known,
    next(state, byteClass) {
      const byte = members[byteClass] as number;
      const to = (parts[state] as number[])
        .map((each) => states[each] as (typeof states)[number])
        .filter(({ bytes }) => bytes?.[byte] === 1)
        .flatMap((each) => each.to());
      const number = numberOf(closure(to));
      known.table[state * width + byteClass] = number;
      return number;
    },
  };
}

function roomFor(states: number, width: number, known?: KnownStates): KnownStates {
  const larger = {
    alive: new Int32Array(states),
    ended: new Int32Array(states),
    secret: new Uint8Array(states),
    table: new Int16Array(states * width).fill(-1),
  };
  if (known === undefined) return larger;
  larger.alive.set(known.alive);
  larger.ended.set(known.ended);
  larger.secret.set(known.secret);
  larger.table.set(known.table);
  return larger;
}

const reach = 96;
const secretReach = 14;

/** Where an automaton is after a number of bytes. */
export interface Place {
  readonly read: number;
  readonly state: number;
  /** The rules whose pattern has ended by then, as bits. */
  readonly found: number;
  /** True if the secret of a rule has started by then. */
  readonly inSecret: boolean;
}

/** The place after a word. Undefined if there are too many states. */
export function placeAfter({ classes, width, next, known }: Automaton, word: Uint8Array): Place | undefined {
  let state = firstState;
  let found = known().ended[state] as number;
  let inSecret = known().secret[state] === 1;
  for (const byte of word) {
    const byteClass = classes[byte] as number;
    const to = known().table[state * width + byteClass] as number;
    state = to === -1 ? next(state, byteClass) : to;
    if (state < 0) return undefined;
    if (state === 0) break;
    found |= known().ended[state] as number;
    inSecret ||= known().secret[state] === 1;
  }
  return { read: word.length, state, found, inSecret };
}

const noPlace: Place = { read: 0, state: firstState, found: 0, inSecret: false };

/**
 * The rules that may match at a keyword, as bits: never too few. Adds the bytes read to `work`. `place` is the place after the keyword, or
 * after nothing.
 */
export function rulesAhead(
  { classes, width, next, known }: Automaton,
  bytes: Uint8Array,
  start: number,
  keywordEnd: number,
  end: number,
  work: { steps: number },
  place = noPlace,
): number {
  let { state, found } = place;
  if (state === 0) return found;
  let { table, alive, ended, secret } = known();
  const furthest = Math.min(end, start + reach);
  const from = start + place.read;
  let last = furthest;
  let at = from;
  found |= ended[state] as number;
  if (place.inSecret || secret[state] === 1) last = Math.min(last, keywordEnd + secretReach);
  for (; at < last; at++) {
    const byteClass = classes[bytes[at] as number] as number;
    let to = table[state * width + byteClass] as number;
    if (to === -1) {
      to = next(state, byteClass);
      ({ table, alive, ended, secret } = known());
    }
    if (to <= 0) {
      work.steps += at - from;
      return to === 0 ? found : found | (alive[state] as number);
    }
    state = to;
    found |= ended[state] as number;
    if (secret[state] === 1) last = Math.min(furthest, Math.max(at, keywordEnd) + secretReach);
  }
  work.steps += at - from;
  return found | (alive[state] as number);
}

/**
 * Which of the `wanted` rules may have a lookbehind that matches before the keyword, as bits: never too few. None of these lookbehinds may
 * read more than `most` bytes. Adds the bytes read to `work`.
 */
export function rulesBehind(
  { classes, width, next, known }: Automaton,
  bytes: Uint8Array,
  start: number,
  most: number,
  wanted: number,
  work: { steps: number },
): number {
  let { table, alive, ended } = known();
  let state = firstState;
  let found = (ended[state] as number) & wanted;
  let at = start - 1;
  const last = Math.max(-1, start - Math.min(most, windowBehind));
  // The start of the content counts as a line end.
  for (; at >= last && ((alive[state] as number) & wanted & ~found) !== 0; at--) {
    const byteClass = classes[at < 0 ? 10 : (bytes[at] as number)] as number;
    let to = table[state * width + byteClass] as number;
    if (to === -1) {
      to = next(state, byteClass);
      ({ table, alive, ended } = known());
    }
    if (to <= 0) {
      work.steps += start - at;
      return to === 0 ? found : wanted & (found | (alive[state] as number));
    }
    state = to;
    found |= (ended[state] as number) & wanted;
  }
  work.steps += start - at;
  return at < 0 || most < windowBehind ? found : wanted & (found | (alive[state] as number));
}

/** The largest of the numbers whose bits are set. */
export function mostOf(numbers: Int32Array, wanted: number): number {
  let most = 0;
  for (let bit = 0, rest = wanted; rest !== 0; bit++, rest >>>= 1)
    if ((rest & 1) !== 0 && (numbers[bit] as number) > most) most = numbers[bit] as number;
  return most;
}

/** Groups bytes into classes: two bytes are in one class if every set has both or neither. `members` has one byte of each class. */
function classesOf(sets: Iterable<Uint8Array>): { classes: Uint8Array; members: number[] } {
  const classes = new Uint8Array(256);
  let members = [0];
  for (const set of sets) {
    const before = members.length;
    // For each old class: the new class of its bytes outside the set, then of those in it.
    const split = new Int16Array(2 * before).fill(-1);
    members = [];
    for (let byte = 0; byte < 256; byte++) {
      const part = 2 * (classes[byte] as number) + (set[byte] as number);
      if (split[part] === -1) split[part] = members.push(byte) - 1;
      classes[byte] = split[part] as number;
    }
  }
  return { classes, members };
}
