import type { Found, PieceHits, SearchedBlock, SearchProgress } from './protocol.js';
import { mostFound, mostOfRange } from './search.js';

/** What the workers found, joined in the order of the content. */
export interface MergedSearch {
  /** Takes searched blocks, in any order, and reports what follows on what was reported. */
  add(searched: readonly SearchedBlock[]): void;
}

/** Joins the results of this many blocks; a line that goes through several blocks counts once. */
export function mergedSearch(blocks: number, report: (progress: SearchProgress) => void): MergedSearch {
  const waiting = new Map<number, readonly PieceHits[]>();
  let next = 0;
  let [count, kept] = [0, 0];
  let range = -1;
  /** Lines of the range before the piece, how many of its lines are kept, and whether the line before was found. */
  let [line, ofRange, isFound] = [0, 0, false];

  const take = (piece: PieceHits): Found[] => {
    if (piece.range !== range) [range, line, ofRange, isFound] = [piece.range, 1, 0, false];
    const isAgain = isFound && piece.startsInLine;
    count += piece.count - (isAgain ? 1 : 0);
    const most = Math.max(0, Math.min(mostOfRange - ofRange, mostFound - kept));
    const found = piece.found
      .slice(isAgain ? 1 : 0)
      .slice(0, most)
      .map((hit) => ({ range, ...hit, line: line + hit.line }));
    ofRange += found.length;
    kept += found.length;
    line += piece.breaks;
    isFound = piece.endsInLine || (isFound && piece.breaks === 0);
    return found;
  };
  return {
    add(searched) {
      for (const { number, pieces } of searched) waiting.set(number, pieces);
      const found: Found[] = [];
      for (let pieces = waiting.get(next); pieces; pieces = waiting.get(next)) {
        for (const piece of pieces) found.push(...take(piece));
        waiting.delete(next++);
      }
      report({ found, count, searched: next / Math.max(1, blocks), done: next === blocks });
    },
  };
}
