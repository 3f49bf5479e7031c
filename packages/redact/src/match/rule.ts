/** What finds one form of secret. Rules are data: a rule keeps no state and runs no code. */
export interface Rule {
  /** Lower-case letters, digits and hyphens; it is part of the mask. */
  readonly id: string;
  /** Three or more characters each, compared without case. The pattern is tried only if one of them is found. */
  readonly keywords: readonly string[];
  /**
   * Matched at the first character of the keyword, over bytes as Latin-1. What precedes the keyword goes into a lookbehind. The one capture
   * group that takes part is the secret, and the match ends with it. Every quantifier needs a limit.
   */
  readonly pattern: RegExp;
  /** Bits of entropy a character that the secret must have at least. */
  readonly entropy?: number;
  /** A secret that this expression matches is not masked, such as a placeholder. */
  readonly allowed?: RegExp;
  /** Matches secrets that are masked although they match `allowed`. */
  readonly unless?: RegExp;
  /** The characters that continue a secret beyond the limit of the pattern, as the inside of a character class. They are masked too. */
  readonly rest?: string;
  /** The match is the first line of a block of key material: its lines are masked up to `-----END` or the first line of another form. */
  readonly block?: boolean;
  /** Texts that match. `«` and `»` enclose what must be masked. */
  readonly matches: readonly string[];
  /** Texts in which the rule finds nothing. */
  readonly others: readonly string[];
}

/** A family of rules: what it is about in one line, for the documentation, and its rules. */
export interface RuleFamily {
  readonly name: string;
  readonly doc: string;
  readonly rules: readonly Rule[];
}

/** The bytes after a keyword that a pattern may look at. */
export const windowAhead = 4096;

/** The bytes before a keyword that a pattern may look at. */
export const windowBehind = 512;
