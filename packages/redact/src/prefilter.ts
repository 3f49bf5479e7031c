import type { PatternGraph } from './pattern-graph.js';
import { windowBehind } from './rule.js';

/** A deterministic automaton over a graph of patterns, whose states are made when bytes first lead to them. */
export interface Automaton {
  /** The classes of bytes. */
  readonly classes: Uint8Array;
  /** Follows a class from a state: the state after it. The state 0 has no way on; a negative one is one too many. */
  readonly next: (state: number, byteClass: number) => number;
  /** The rules that may still match in a state, as bits. */
  readonly alive: Int32Array;
  /** The rules whose pattern has ended in a state. */
  readonly ended: Int32Array;
  /** Whether the secret of a rule starts in a state. */
  readonly secret: Uint8Array;
  /** The transitions made so far, by state and class: the state after it, or -1. */
  readonly table: () => Int16Array;
  readonly width: number;
}

/** An automaton does not grow beyond this number of states. */
const mostStates = 2000;

const tooMany = -2;

/** The state in which an automaton starts. */
const firstState = 1;

/** Makes an automaton that starts in several states of a graph. */
export function createAutomaton({ states }: PatternGraph, starts: readonly number[]): Automaton {
  const { classes, members } = classesOf(states.flatMap(({ bytes }) => bytes ?? []));
  const width = members.length;
  const numbers = new Map<string, number>();
  const sets: number[][] = [];
  const alive = new Int32Array(mostStates);
  const ended = new Int32Array(mostStates);
  const secret = new Uint8Array(mostStates);
  let table = new Int16Array(width * 16).fill(-1);

  const numberOf = (set: number[]): number => {
    const name = set.join();
    const number = numbers.get(name) ?? sets.length;
    if (number < sets.length) return number;
    if (number === mostStates) return tooMany;
    numbers.set(name, number);
    sets.push(set);
    for (const each of set) {
      const { rules, end, secret: starts } = states[each] as (typeof states)[number];
      alive[number] = (alive[number] as number) | rules;
      if (end) ended[number] = (ended[number] as number) | rules;
      if (starts) secret[number] = 1;
    }
    if (width * sets.length > table.length) {
      const larger = new Int16Array(table.length * 2).fill(-1);
      larger.set(table);
      table = larger;
    }
    return number;
  };
  /** The states reached without a byte that take one or mean something. */
  const closure = (from: readonly number[]): number[] => {
    const reached = new Set(from);
    for (const each of reached)
      if (states[each]?.bytes === undefined) for (const to of states[each]?.to ?? []) reached.add(to);
    return [...reached]
      .filter((each) => states[each]?.bytes !== undefined || states[each]?.end || states[each]?.secret)
      .sort((a, b) => a - b);
  };
  numberOf([]);
  numberOf(closure(starts));
  return {
    classes,
    alive,
    ended,
    secret,
    width,
    table: () => table,
    next(state, byteClass) {
      const byte = members[byteClass] as number;
      const to = (sets[state] as number[]).flatMap((each) =>
        states[each]?.bytes?.[byte] === 1 ? (states[each]?.to ?? []) : [],
      );
      const number = numberOf(closure(to));
      table[state * width + byteClass] = number;
      return number;
    },
  };
}

/** Bytes after a keyword that a prefilter looks at. */
const reach = 256;
/** Bytes of a secret that it looks at. */
const secretReach = 6;

/** The rules that may match at a keyword, as bits: all that do match are among them. `work` counts the bytes looked at. */
export function rulesAhead(
  { classes, width, next, table, alive, ended, secret }: Automaton,
  bytes: Uint8Array,
  range: { readonly start: number; readonly keywordEnd: number; readonly end: number },
  work: { steps: number },
): number {
  let transitions = table();
  let last = Math.min(range.end, range.start + reach);
  let state = firstState;
  let found = ended[state] as number;
  let at = range.start;
  if (secret[state] === 1) last = Math.min(last, range.keywordEnd + secretReach);
  for (; at < last; at++) {
    const byteClass = classes[bytes[at] as number] as number;
    let to = transitions[state * width + byteClass] as number;
    if (to === -1) {
      to = next(state, byteClass);
      transitions = table();
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
  { classes, width, next, table, alive, ended }: Automaton,
  bytes: Uint8Array,
  start: number,
  wanted: number,
  work: { steps: number },
): number {
  let transitions = table();
  let state = firstState;
  let found = (ended[state] as number) & wanted;
  let at = start - 1;
  const last = Math.max(-1, start - windowBehind);
  // The start of the content is the start of a line.
  for (; at >= last && found !== wanted; at--) {
    const byteClass = classes[at < 0 ? 10 : (bytes[at] as number)] as number;
    let to = transitions[state * width + byteClass] as number;
    if (to === -1) {
      to = next(state, byteClass);
      transitions = table();
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
function classesOf(sets: readonly Uint8Array[]): { classes: Uint8Array; members: number[] } {
  const distinct = [...new Set(sets)];
  const names = new Map<string, number>();
  const members: number[] = [];
  const classes = new Uint8Array(256).map((_, byte) => {
    const name = distinct.map((set) => set[byte]).join('');
    const number = names.get(name) ?? members.length;
    if (number === members.length) {
      names.set(name, number);
      members.push(byte);
    }
    return number;
  });
  return { classes, members };
}
