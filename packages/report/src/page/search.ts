import type { ContentStore } from './content-store.js';
import type { Found, Range, SearchProgress } from './protocol.js';

const mostFound = 2000;
const mostOfRange = 100;
const around = 120;
const pauseMilliseconds = 40;
const newline = 10;

/** The pattern for a text: it ignores case unless the text has a capital letter. Undefined for no text. */
function patternOf(text: string): RegExp | undefined {
  if (text === '') return undefined;
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), /\p{Lu}/u.test(text) ? 'gu' : 'giu');
}

/** Searches ranges for a text and reports results as they come, until `stopped` says so. */
export async function searchRanges(
  store: ContentStore,
  text: string,
  ranges: readonly Range[],
  report: (progress: SearchProgress) => void,
  stopped: () => boolean,
): Promise<void> {
  const pattern = patternOf(text);
  let found: Found[] = [];
  let [count, kept, reported] = [0, 0, performance.now()];
  const tell = (searched: number, done: boolean): void => {
    report({ found, count, searched, done });
    found = [];
    reported = performance.now();
  };
  for (const [number, range] of ranges.entries()) {
    let ofRange = 0;
    if (!pattern) break;
    await searchRange(store, range, pattern, text.length, (hit) => {
      count++;
      if (ofRange++ < mostOfRange && kept++ < mostFound) found.push({ range: number, ...hit() });
      return !stopped();
    });
    if (stopped()) return;
    if (performance.now() - reported > pauseMilliseconds) tell(number + 1, false);
  }
  tell(ranges.length, true);
}

type Hit = Omit<Found, 'range'>;

/** Searches one range, block by block; each line counts once. `take` returns false to stop. */
async function searchRange(
  store: ContentStore,
  range: Range,
  pattern: RegExp,
  length: number,
  take: (hit: () => Hit) => boolean,
): Promise<void> {
  const decoder = new TextDecoder();
  let lines = 1;
  let rest = '';
  let read = 0;
  for await (const part of store.parts(range)) {
    read += part.length;
    const isLast = read >= range.bytes;
    const text = rest + decoder.decode(part, { stream: !isLast });
    // A line that continues in the next block is searched with it, unless it is long.
    const cut = isLast ? text.length : wholeLines(text, length);
    const counter = lineCounter(text, lines);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match && match.index < cut; match = pattern.exec(text)) {
      const { index } = match;
      const size = match[0].length;
      if (!take(() => hitAt(text, index, size, counter(index)))) return;
      const lineEnd = text.indexOf('\n', index);
      if (lineEnd === -1) break;
      pattern.lastIndex = lineEnd;
    }
    lines += isLast ? 0 : newlinesOf(part, rest, text, cut);
    rest = text.slice(cut);
  }
}

function wholeLines(text: string, length: number): number {
  const last = text.lastIndexOf('\n') + 1;
  return text.length - last < 100_000 ? last : text.length - length;
}

/** The line breaks of the text up to the cut, counted in bytes if it is all of a part, which is faster. */
function newlinesOf(part: Uint8Array, rest: string, text: string, cut: number): number {
  if (rest.includes('\n') || text.indexOf('\n', cut) !== -1) return breaksIn(text, 0, cut);
  let count = 0;
  for (let at = part.indexOf(newline); at !== -1; at = part.indexOf(newline, at + 1)) count++;
  return count;
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Returns the line of a place; places must be asked for in order. */
function lineCounter(text: string, first: number): (index: number) => number {
  let [line, counted] = [first, 0];
  return (index) => {
    line += breaksIn(text, counted, index);
    counted = index;
    return line;
  };
}

function hitAt(text: string, index: number, length: number, line: number): Hit {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const lineEnd = text.indexOf('\n', index);
  const start = Math.max(index === 0 ? 0 : lineStart, index - around);
  const stop = Math.min(lineEnd === -1 ? text.length : lineEnd, index + length + around);
  return { line, text: text.slice(start, stop), start: index - start, length };
}
