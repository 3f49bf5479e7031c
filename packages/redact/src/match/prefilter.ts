import type { PatternGraph } from './pattern-graph.js';
import { windowBehind } from './rule.js';

/** A deterministic automaton over a graph of patterns, whose states are made when bytes first lead to them. */
export interface Automaton {
  /** The classes of bytes. */
  readonly classes: Uint8Array;
  readonly width: number;
  /** Follows a class from a state: the state after it. The state 0 has no way on; a negative one is one too many. */
  readonly next: (state: number, byteClass: number) => number;
  /** What is known of the states so far: `next` may replace it by a larger one. */
  readonly known: () => KnownStates;
}

/** The states of an automaton that were made so far. */
interface KnownStates {
  /** The rules that may still match in a state, as bits. */
  readonly alive: Int32Array;
  /** The rules whose pattern has ended in a state. */
  readonly ended: Int32Array;
  /** Whether the secret of a rule starts in a state. */
  readonly secret: Uint8Array;
  /** The transitions, by state and class: the state after it, or -1. */
  readonly table: Int16Array;
}

/** An automaton does not grow beyond this number of states. */
const mostStates = 2000;

const tooMany = -2;

/** The state in which an automaton starts. */
const firstState = 1;

/** Makes an automaton that starts in several states of a graph. */
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
  /** The states reached without a byte that take one or mean something. */
  const closure = (from: readonly number[]): number[] => {
    const reached = new Set(from);
    for (const each of reached) {
      const { bytes, to } = states[each] as (typeof states)[number];
      if (bytes === undefined) for (const next of to()) reached.add(next);
    }
    return [...reached]
      .filter((each) => {
        const { bytes, end, secret } = states[each] as (typeof states)[number];
        return bytes !== undefined || end || secret;
      })
      .sort((a, b) => a - b);
  };
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

/** Bytes after a keyword that a prefilter looks at. */
const reach = 256;
/** Bytes of a secret that it looks at. */
const secretReach = 6;

/** The rules that may match at a keyword, as bits: all that do match are among them. `work` counts the bytes looked at. */
export function rulesAhead(
  { classes, width, next, known }: Automaton,
  bytes: Uint8Array,
  range: { readonly start: number; readonly keywordEnd: number; readonly end: number },
  work: { steps: number },
): number {
  let { table, alive, ended, secret } = known();
  let last = Math.min(range.end, range.start + reach);
  let state = firstState;
  let found = ended[state] as number;
  let at = range.start;
  if (secret[state] === 1) last = Math.min(last, range.keywordEnd + secretReach);
  for (; at < last; at++) {
    const byteClass = classes[bytes[at] as number] as number;
    let to = table[state * width + byteClass] as number;
    if (to === -1) {
      to = next(state, byteClass);
      ({ table, alive, ended, secret } = known());
    }
    if (to <= 0) {
      work.steps += at - range.start;
      return to === 0 ? found : found | (alive[state] as number);
    }
    state = to;
    found |= ended[state] as number;
    if (secret[state] === 1) last = Math.min(last, Math.max(at, range.keywordEnd) + secretReach);
  }
  work.steps += at - range.start;
  return found | (alive[state] as number);
}

/** Those of the rules, as bits, before whose keyword stands what they need. */
export function rulesBehind(
  { classes, width, next, known }: Automaton,
  bytes: Uint8Array,
  start: number,
  wanted: number,
  work: { steps: number },
): number {
  let { table, alive, ended } = known();
  let state = firstState;
  let found = (ended[state] as number) & wanted;
  let at = start - 1;
  const last = Math.max(-1, start - windowBehind);
  // The start of the content is the start of a line.
  for (; at >= last && found !== wanted; at--) {
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
  return at < 0 ? found : wanted & (found | (alive[state] as number));
}

/** Bytes that no set distinguishes are of one class. `members` has a byte of each class. */
function classesOf(sets: Iterable<Uint8Array>): { classes: Uint8Array; members: number[] } {
  const classes = new Uint8Array(256);
  let members = [0];
  for (const set of sets) {
    const before = members.length;
    // The class of the bytes of a class that are not in the set, and of those that are.
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
