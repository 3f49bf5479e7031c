import { type Blocks, blocksOf, post } from './block.js';
import type { FromSearcher, SearchedBlock, Span, ToSearcher } from './protocol.js';
import { blockSearch, type Piece, piecesOf } from './search.js';

/** Blocks of text that all workers together keep for the next search. */
const mostKept = 128;
const pauseMilliseconds = 40;

/** Takes one message at a time from the page, such as the next search. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The blocks that a worker searches, as text. */
interface Share {
  readonly numbers: readonly number[];
  readonly blocks: Blocks;
  pieces(number: number): Promise<readonly Piece[]>;
  /** Whether a block has a part of one of these ranges. */
  holds(number: number, only: Span): boolean;
}

function shareOf({ layout, ranges, first, step }: Extract<ToSearcher, { kind: 'start' }>): Share {
  const numbers: number[] = [];
  for (let number = first; number * layout.blockBytes < layout.bytes; number += step) numbers.push(number);
  const blocks = blocksOf(layout, (number) => post<FromSearcher>({ kind: 'need', number }));
  const kept = new Map<number, Promise<Piece[]>>();
  return {
    numbers,
    blocks,
    holds(number, { from, to }) {
      const [first, last] = [ranges[from], ranges[to - 1]];
      if (!first || !last) return false;
      const start = number * layout.blockBytes;
      return first.offset < start + layout.blockBytes && last.offset + last.bytes > start;
    },
    pieces(number) {
      const known = kept.get(number);
      if (known) return known;
      const pieces = blocks.block(number).then((block) => piecesOf(block, ranges));
      // All blocks are read in the same order each time, so the first ones are worth keeping, not the last ones.
      if (kept.size < mostKept / step) kept.set(number, pieces);
      pieces.catch(() => kept.delete(number));
      return pieces;
    },
  };
}

let share: Share | undefined;
let lastSearch = 0;

/** Prepares the blocks that stay in memory, until a search begins. */
async function warm({ numbers, pieces }: Share, step: number): Promise<void> {
  for (const number of numbers.slice(0, mostKept / step)) {
    await pieces(number);
    if (lastSearch !== 0) return;
  }
}

async function search(
  { numbers, pieces, holds }: Share,
  id: number,
  text: string,
  only: Span,
): Promise<void> {
  lastSearch = id;
  const searchBlock = blockSearch(text);
  let searched: SearchedBlock[] = [];
  let reported = 0;
  const piecesAt = async (at: number): Promise<readonly Piece[]> => {
    const number = numbers[at];
    if (number === undefined || !holds(number, only)) return [];
    return (await pieces(number)).filter(({ range }) => range >= only.from && range < only.to);
  };
  const tell = (): void => {
    post<FromSearcher>({ kind: 'searched', id, blocks: searched });
    searched = [];
    reported = performance.now();
  };
  let next = piecesAt(0);
  for (const [at, number] of numbers.entries()) {
    const ready = next;
    // The next block is inflated while this one is searched.
    next = piecesAt(at + 1);
    next.catch(() => {});
    searched.push({ number, pieces: searchBlock(await ready) });
    if (performance.now() - reported > pauseMilliseconds) {
      tell();
      await pause();
      if (lastSearch !== id) return;
    }
  }
  tell();
}

addEventListener('message', ({ data }: MessageEvent<ToSearcher>) => {
  if (data.kind === 'start') {
    share = shareOf(data);
    warm(share, data.step).catch(() => {});
  } else if (data.kind === 'block') share?.blocks.take(data.number, data.base64);
  else if (share)
    search(share, data.id, data.text, data.only).catch((error: unknown) =>
      post<FromSearcher>({ kind: 'failure', id: data.id, message: String(error) }),
    );
});
