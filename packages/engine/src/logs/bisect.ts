import { chunkBytes, lineHeads, type ReadPart } from './line-heads.js';
import type { StampOf } from './stamps.js';

// After this many bytes without a time, the search goes on in the first half: that can only keep more.
const longestProbe = 1024 * 1024;

/**
 * The position of the first line whose time `hasCome` accepts, at or after `from`, where a line starts; `size` if there is
 * none. Expects rising times; if a clock was set back, a part of the file may count as outside. Reads a few chunks of a large file.
 */
export async function firstLine(
  read: ReadPart,
  { from, size }: { readonly from: number; readonly size: number },
  stampOf: StampOf,
  hasCome: (time: number) => boolean,
): Promise<number> {
  let low = from;
  let high = size;
  while (high - low > chunkBytes) {
    const middle = Math.floor((low + high) / 2);
    const found = await stampAfter(read, middle, Math.min(high, middle + longestProbe), stampOf);
    if (found === undefined || hasCome(found.time)) high = middle;
    else low = found.offset;
  }
  for await (const { offset, head } of lineHeads(read, low, size, true)) {
    const time = stampOf(head);
    if (time !== undefined && hasCome(time)) return offset;
  }
  return size;
}

async function stampAfter(
  read: ReadPart,
  from: number,
  to: number,
  stampOf: StampOf,
): Promise<{ readonly offset: number; readonly time: number } | undefined> {
  for await (const { offset, head } of lineHeads(read, from, to, false)) {
    const time = stampOf(head);
    if (time !== undefined) return { offset, time };
  }
  return undefined;
}

/** The position of the first line with a time; undefined if none of the first lines has one. */
export async function firstStamp(
  read: ReadPart,
  size: number,
  stampOf: StampOf,
): Promise<number | undefined> {
  for await (const { offset, head } of lineHeads(read, 0, Math.min(size, chunkBytes), true))
    if (stampOf(head) !== undefined) return offset;
  return undefined;
}
