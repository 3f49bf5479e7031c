import type { Block } from './block.js';
import type { Hit, PieceHits, Range } from './protocol.js';

/** Most lines shown of one item. */
export const mostOfRange = 100;
/** Most lines shown of all items. */
export const mostFound = 2000;
/** A search text has at most this many characters, so that it fits in the margin of a block. */
export const longestText = 250;
const around = 120;

/** The pattern for a text: it ignores case unless the text has a capital letter. Undefined for no text. */
function patternOf(text: string): RegExp | undefined {
  if (text === '') return undefined;
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), /\p{Lu}/u.test(text) ? 'gu' : 'giu');
}

/** The part of a range that is in one block, with some text around it. */
export interface Piece {
  readonly range: number;
  readonly text: string;
  /** Where the part of this block begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** Line breaks in that part. */
  readonly breaks: number;
}

// A mark of the byte order is content like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The pieces of a block, of ranges that follow each other. */
export function piecesOf(block: Block, ranges: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = firstAfter(ranges, block.start); at < ranges.length; at++) {
    const range = ranges[at] as Range;
    if (range.offset >= block.end) break;
    if (range.bytes > 0) pieces.push(pieceOf(block, at, range));
  }
  return pieces;
}

/** The first range that ends after a place. */
function firstAfter(ranges: readonly Range[], place: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offset, bytes } = ranges[middle] as Range;
    if (offset + bytes > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pieceOf({ bytes, offset, start, end }: Block, number: number, range: Range): Piece {
  const first = Math.max(range.offset - offset, 0);
  const last = Math.min(range.offset + range.bytes - offset, bytes.length);
  // A character belongs to the block that it begins in.
  const edge = (place: number): number => {
    let moved = place - offset;
    if (moved <= first || moved >= last) return Math.min(Math.max(moved, first), last);
    while (moved < last && moved < place - offset + 3 && ((bytes[moved] ?? 0) & 0xc0) === 0x80) moved++;
    return moved;
  };
  const [from, to] = [edge(start), edge(end)];
  const text = decoder.decode(bytes.subarray(first, last));
  const textFrom = decoder.decode(bytes.subarray(first, from)).length;
  const textTo = text.length - decoder.decode(bytes.subarray(to, last)).length;
  return {
    range: number,
    text,
    from: textFrom,
    to: textTo,
    breaks: breaksIn(text, textFrom, textTo),
  };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Searches one block after the other, in the order of their content; counts all lines, and keeps only as many as are shown. */
export function blockSearch(text: string): (pieces: readonly Piece[]) => PieceHits[] {
  const pattern = patternOf(text);
  const kept = new Map<number, number>();
  let left = mostFound;
  return (pieces) => {
    if (!pattern) return [];
    const all = pieces.map((piece) => {
      const ofRange = kept.get(piece.range) ?? 0;
      // The first line may be one that another block has found.
      const hits = searchPiece(piece, pattern, Math.min(left, mostOfRange - ofRange) + 1);
      const fresh = hits.found.length - (hits.startsInLine ? 1 : 0);
      kept.set(piece.range, Math.min(mostOfRange, ofRange + fresh));
      left = Math.max(0, left - fresh);
      return hits;
    });
    // Only the last range can continue in the next block; of the others, only what was found counts.
    return all.filter(({ count }, at) => count > 0 || at === all.length - 1);
  };
}

/** Searches a piece; each line counts once. At most `most` of the lines are in the result. */
function searchPiece({ range, text, from, to, breaks }: Piece, pattern: RegExp, most: number): PieceHits {
  const found: Hit[] = [];
  let [count, startsInLine, endsInLine] = [0, false, false];
  let [line, counted] = [0, from];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match && match.index < to; match = pattern.exec(text)) {
    const { index } = match;
    if (count++ === 0) startsInLine = text.lastIndexOf('\n', index - 1) < from;
    if (found.length < most) {
      line += breaksIn(text, counted, index);
      counted = index;
      found.push(hitAt(text, index, match[0].length, line));
    }
    const lineEnd = text.indexOf('\n', index);
    endsInLine = lineEnd === -1 || lineEnd >= to;
    if (endsInLine) break;
    pattern.lastIndex = lineEnd + 1;
  }
  return { range, breaks, count, found, startsInLine, endsInLine };
}

function hitAt(text: string, index: number, length: number, line: number): Hit {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const lineEnd = text.indexOf('\n', index);
  const start = Math.max(index === 0 ? 0 : lineStart, index - around);
  const stop = Math.min(lineEnd === -1 ? text.length : lineEnd, index + length + around);
  return { line, text: text.slice(start, stop), start: index - start, length };
}
