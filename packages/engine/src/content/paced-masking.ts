import type { ContentRedactor, MaskedCounts, Piece, TakePiece } from '@hostspec/spec';
import { type Pace, paced } from './pace.js';

/** Masks one content in parts, so that other work has a turn in between. */
export interface PacedMasking {
  /** Masks a piece; `take` gets what is decided by now. */
  push(piece: Piece, take: TakePiece): Promise<void>;
  /** Masks what is left, and ends the content. */
  end(take: TakePiece): Promise<void>;
  masked(): MaskedCounts;
  /** Why something was left out; undefined if nothing was. */
  late(): string | undefined;
}

/** Makes the masking of one content, opened when it begins. What is left once there is a reason in `overdue` is left out. */
export function pacedMasking(open: () => ContentRedactor, overdue: () => string | undefined): PacedMasking {
  let whole: ContentRedactor | undefined;
  let stages: readonly { readonly redactor: ContentRedactor; readonly pace: Pace }[] = [];
  const begin = (): void => {
    if (whole !== undefined) return;
    whole = open();
    stages = (whole.stages ?? [whole]).map((redactor) => ({ redactor, pace: paced(overdue) }));
  };
  // One stage can give much more at once than it got: the next one takes it in parts of its own.
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
