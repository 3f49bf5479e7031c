import type { SecretFiles } from './secret-files.js';

/** Files of which each line has secrets at known places. */
export interface SecretColumns extends SecretFiles {
  /** Matches a line; its groups are the secrets. */
  readonly line: RegExp;
}

/** The expression for a line; its groups are the secrets. */
export const columns = (source: string): RegExp => new RegExp(source, 'd');

/** A column in quotes, or up to the next blank. */
export const quotedOrWord = String.raw`(?:"([^"]+)|([^\s"]\S*))`;
