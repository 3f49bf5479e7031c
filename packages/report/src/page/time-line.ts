import type { ContentStore } from './content-store.js';
import { type LogClock, lineSeverities, lineSeverity, logStartOf, messageOf } from './log-time.js';
import type { Range, TimeLineFilter, TimeLineGap, TimeLineRow, TimeLineSize } from './protocol.js';

/** The lines of several logs, in the order of their times. */
export interface TimeLine {
  readonly size: TimeLineSize;
  /** The longest times without a line, at least this many milliseconds, in their order. */
  gaps(least: number): TimeLineGap[];
  rows(from: number, count: number): Promise<TimeLineRow[]>;
}

interface Entry {
  readonly time: number;
  /** What the line says; nothing if it is too long to be compared. */
  readonly message: string | undefined;
  readonly range: number;
  /** Counted from 1. */
  readonly line: number;
  /** Where the line is in the content of all blocks. */
  readonly offset: number;
  readonly bytes: number;
}

/** Lines that say the same: a row. */
interface Group {
  readonly first: Entry;
  last: number;
  lines: number;
  readonly ranges: number[];
}

/** Logs record one event up to this many milliseconds apart. */
const sameEvent = 1000;

/** More lines would need more memory than a page should have. */
const mostLines = 500_000;
const mostGaps = 20;
const longestText = 500;

/** Reads the lines of ranges that begin with a time and that a filter allows. */
export async function readTimeLine(
  store: ContentStore,
  ranges: readonly Range[],
  clock: LogClock,
  filter: TimeLineFilter = { text: '' },
  most = mostLines,
): Promise<TimeLine> {
  const entries: Entry[] = [];
  const isWanted = wantedBy(filter);
  let lines = 0;
  for (const [range, place] of ranges.entries())
    await eachLine(store, place, ({ head, number, offset, bytes }) => {
      const start = logStartOf(head, clock);
      if (!start || !isWanted(head)) return;
      lines++;
      if (entries.length >= most) return;
      const message = bytes > longestText ? undefined : copied(messageOf(head, start));
      entries.push({ time: start.time, message, range, line: number, offset: place.offset + offset, bytes });
    });
  // The sort is stable: lines of one time stay in their order.
  entries.sort((a, b) => a.time - b.time);
  const groups = merged(entries);
  return {
    size: { count: groups.length, lines: entries.length, left: lines - entries.length },
    gaps: (least) => gapsOf(groups, least),
    async rows(from, count) {
      const rows: TimeLineRow[] = [];
      for (const { first, ...group } of groups.slice(from, from + count)) {
        const { time, range, line, offset, bytes } = first;
        const text = await store.read({ offset, bytes: Math.min(bytes, longestText) });
        rows.push({
          ...group,
          ...{ time, range, line },
          text: new TextDecoder().decode(text) + (bytes > longestText ? '…' : ''),
        });
      }
      return rows;
    },
  };
}

/** Whether a filter allows a line: a text with a capital letter distinguishes capital and small letters. */
function wantedBy({ text, least }: TimeLineFilter): (line: string) => boolean {
  const isFolded = text === text.toLowerCase();
  const wanted = least === undefined ? [] : lineSeverities.slice(0, lineSeverities.indexOf(least) + 1);
  return (line) => {
    if (text !== '' && !(isFolded ? line.toLowerCase() : line).includes(text)) return false;
    const severity = wanted.length === 0 ? undefined : lineSeverity(line);
    return wanted.length === 0 || (severity !== undefined && wanted.includes(severity));
  };
}

/** A part of a text that holds only itself in memory: browsers keep the whole text of a `slice`. */
function copied(part: string): string {
  return ` ${part}`.slice(1);
}

/** Lines that say the same are one row if they have about the same time or no other line is between them. */
function merged(entries: readonly Entry[]): Group[] {
  const groups: Group[] = [];
  // By message: groups with a line since `from`, and those with none since then that may still get one.
  let recent = new Map<string, Group>();
  let older = new Map<string, Group>();
  let from = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    const { time, message, range } = entry;
    if (time - from > sameEvent) {
      [recent, older] = [older, recent];
      recent.clear();
      from = time;
    }
    let group = message === undefined ? undefined : (recent.get(message) ?? older.get(message));
    if (group && (group === groups.at(-1) || time - group.last <= sameEvent)) {
      group.last = time;
      group.lines++;
      if (!group.ranges.includes(range)) group.ranges.push(range);
    } else {
      group = { first: entry, last: time, lines: 1, ranges: [range] };
      groups.push(group);
    }
    if (message !== undefined) recent.set(message, group);
  }
  return groups;
}

function gapsOf(groups: readonly Group[], least: number): TimeLineGap[] {
  const gaps = groups.flatMap(({ first: { time } }, at): TimeLineGap[] => {
    const from = groups[at - 1]?.last ?? time;
    return time - from >= least ? [{ at, from, to: time }] : [];
  });
  return gaps
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, mostGaps)
    .sort((a, b) => a.at - b.at);
}

interface Line {
  /** The first characters. */
  readonly head: string;
  /** Counted from 1. */
  readonly number: number;
  /** Bytes from the start of the range. */
  readonly offset: number;
  readonly bytes: number;
}

/** Decoding many lines at once is much faster than one by one. */
const decodedAtOnce = 32 * 1024;
const notAscii = /[^\0-\x7f]/;

async function* piecesOf(store: ContentStore, range: Range): AsyncGenerator<Uint8Array> {
  for await (const part of store.parts(range))
    for (let from = 0; from < part.length; from += decodedAtOnce)
      yield part.subarray(from, from + decodedAtOnce);
}

/** Reads a range piece by piece; of each line, only the first bytes are looked at. */
async function eachLine(store: ContentStore, range: Range, use: (line: Line) => void): Promise<void> {
  const decoder = new TextDecoder();
  // Each byte is one character, so the places of lines in its text are those in the content.
  const byteDecoder = new TextDecoder('latin1');
  const head = new Uint8Array(longestText);
  let [filled, number, start, at] = [0, 1, 0, 0];
  const end = (text: string, stop: number): void => {
    use({ head: text, number, offset: start, bytes: stop - start });
    [filled, number, start] = [0, number + 1, stop + 1];
  };
  for await (const bytes of piecesOf(store, range)) {
    const text = byteDecoder.decode(bytes);
    const isAscii = !notAscii.test(text);
    for (let begin = 0; begin < bytes.length; ) {
      const found = text.indexOf('\n', begin);
      const stop = found === -1 ? bytes.length : found;
      const most = Math.min(stop, begin + longestText - filled);
      const first = found === -1 || filled > 0 ? undefined : text.slice(begin, most);
      if (first !== undefined && (isAscii || !notAscii.test(first))) end(first, at + stop);
      else {
        head.set(bytes.subarray(begin, most), filled);
        filled += most - begin;
        if (found !== -1) end(decoder.decode(head.subarray(0, filled)), at + stop);
      }
      begin = stop + 1;
    }
    at += bytes.length;
  }
  if (start < range.bytes) end(decoder.decode(head.subarray(0, filled)), range.bytes);
}
