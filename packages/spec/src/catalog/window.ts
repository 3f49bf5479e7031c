import { textForms } from './text-forms.js';

/** The part of text logs that is kept. */
export interface LogPart {
  /** How far back it goes, such as `36h` or `7d`. Default: as far as the files go. */
  readonly window?: string;
  /** Bytes of all its files together: the newest ones. */
  readonly newest: number;
  /** Bytes of each file. Default: only the limit for all of them. */
  readonly newestEach?: number;
}

/** The part of the journal that is kept. */
export interface JournalPart {
  /** How far back it goes, such as `36h` or `7d`. Default: as far as the command's own options let it. */
  readonly window?: string;
  /** Bytes: those of the newest entries. */
  readonly newest: number;
  /** It takes its part of the bytes for the journal in a run before others do: what it gives shows why something failed. */
  readonly first?: true;
}

/** The most seconds of a timer: a longer one fires at once. */
export const maxSeconds = 2_147_483;

const unitSeconds = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** The seconds of a window such as `36h` or `7d`; undefined if the text is not one. */
export function windowSeconds(text: string): number | undefined {
  if (!textForms.window.accepts(text)) return undefined;
  return Number(text.slice(0, -1)) * unitSeconds[text.at(-1) as keyof typeof unitSeconds];
}
