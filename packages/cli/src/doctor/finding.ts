/** What one check found. */
export interface Finding {
  /** `note`: something will be missing; `problem`: collecting fails or leaves out much that need not be. */
  readonly level: 'ok' | 'note' | 'problem';
  /** What was checked, in a word or two. */
  readonly topic: string;
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
  /** More lines, such as names by domain. */
  readonly details?: readonly string[];
}
