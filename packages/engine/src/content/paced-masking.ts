import type { ContentRedactor, MaskedCounts } from '@hostspec/spec';
import { type Pace, paced } from './pace.js';

/** Takes masked bytes, which are overwritten once it is done. */
type TakeMasked = (bytes: Uint8Array) => Promise<void>;

/** Masks one content in parts, so that other work has a turn in between. */
export interface PacedMasking {
  /** Masks bytes; `take` gets what is decided by now. */
  push(bytes: Uint8Array, take: TakeMasked): Promise<void>;
  /** Masks what is left, and ends the content. */
  end(take: TakeMasked): Promise<void>;
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
  const pushFrom = async (index: number, bytes: Uint8Array, take: TakeMasked): Promise<void> => {
    const stage = stages[index];
    if (stage === undefined) return bytes.length > 0 ? await take(bytes) : undefined;
    const { redactor, pace } = stage;
    await pace.inParts(
      bytes,
      (part) => redactor.push(part),
      (given) => pushFrom(index + 1, given, take),
    );
  };
  return {
    push(bytes, take) {
      begin();
      return pushFrom(0, bytes, take);
    },
    async end(take) {
      for (const [index, { redactor }] of stages.entries()) {
        // A copy, because the stages after this one may overwrite it.
        await pushFrom(index + 1, Uint8Array.from(redactor.end()), take);
      }
    },
    masked: () => whole?.masked() ?? {},
    late: () => stages.map(({ pace }) => pace.late()).find((reason) => reason !== undefined),
  };
}
