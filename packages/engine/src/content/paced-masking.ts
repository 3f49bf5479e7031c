import type { ContentRedactor, MaskedCounts, Piece, TakePiece } from '@hostspec/spec';
import { type Pace, paced } from './pace.js';

/** Masks one item's content in parts, so that other work gets turns in between. */
export interface PacedMasking {
  /** Masks a piece. Passes to `take` what no later piece can change. */
  push(piece: Piece, take: TakePiece): Promise<void>;
  /** Masks the rest, and ends the content. */
  end(take: TakePiece): Promise<void>;
  masked(): MaskedCounts;
  /** Why something was left out; undefined if nothing was. */
  late(): string | undefined;
}

/** Creates the masking of one item's content; `open` is called for its first piece. Once `overdue` returns a reason, the rest is left out. */
export function pacedMasking(open: () => ContentRedactor, overdue: () => string | undefined): PacedMasking {
  let whole: ContentRedactor | undefined;
  let stages: readonly { readonly redactor: ContentRedactor; readonly pace: Pace }[] = [];
  const begin = (): void => {
    if (whole !== undefined) return;
    whole = open();
    stages = (whole.stages ?? [whole]).map((redactor) => ({ redactor, pace: paced(overdue) }));
  };
  // A stage can return much more than it got, so the next stage splits it again.
  const pushFrom = async (index: number, piece: Piece, take: TakePiece): Promise<void> => {
    const stage = stages[index];
    if (stage === undefined) return piece.length > 0 ? await take(piece) : undefined;
    const { redactor, pace } = stage;
    await pace.inParts(
      piece,
      (part) => redactor.push(part),
      (given) => pushFrom(index + 1, given, take),
    );
  };
  return {
    push(piece, take) {
      begin();
      return pushFrom(0, piece, take);
    },
    async end(take) {
      for (const [index, { redactor }] of stages.entries()) await pushFrom(index + 1, redactor.end(), take);
    },
    masked: () => whole?.masked() ?? {},
    late: () => stages.map(({ pace }) => pace.late()).find((reason) => reason !== undefined),
  };
}
