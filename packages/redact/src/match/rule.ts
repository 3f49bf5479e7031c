/** A test of whole values, such as an expression. */
export type ValueTest = Pick<RegExp, 'test'>;

/** Finds one form of secret. A rule is data: it has no state and no code. */
export interface Rule {
  /** Lower-case letters, digits and hyphens. Part of the mask. */
  readonly id: string;
  /** At least three characters each; case is ignored. The pattern is tried only where a keyword is found. */
  readonly keywords: readonly string[];
  /**
   * Matched at the first character of the keyword, with bytes as Latin-1. Text before the keyword goes into a lookbehind. The capture group
   * that matches is the secret, and it must end the match. Every quantifier needs a limit.
   */
  readonly pattern: RegExp;
  /** Least entropy of a secret, in bits per character. */
  readonly entropy?: number;
  /** Values that are not masked, such as placeholders. */
  readonly allowed?: ValueTest;
  /** If this matches at the start of a secret without quotes, the secret is none. Sticky; reads at most 400 characters. */
  readonly notAt?: RegExp;
  /** Exceptions to `allowed`: a value that matches both is masked. */
  readonly unless?: RegExp;
  /** Characters that continue a secret beyond the pattern's limit, as the inside of a character class. They are masked too. */
  readonly rest?: string;
  /** The match is the first line of a key block. Its lines are masked up to `-----END` or the first line that has another form. */
  readonly block?: boolean;
  /** The price of a try: the most characters that the pattern looks at, whatever is around the keyword. Default: `usualSteps`. */
  readonly steps?: number;
  /** Texts that match. `«` and `»` enclose the part that must be masked. */
  readonly matches: readonly string[];
  /** Texts in which the rule must find nothing. */
  readonly others: readonly string[];
}

/** The price of a try if a rule has no `steps`. */
export const usualSteps = 4000;

/** Rules on one subject. `doc` is one line for the documentation. */
export interface RuleFamily {
  readonly name: string;
  readonly doc: string;
  readonly rules: readonly Rule[];
}

/** A pattern may read this many bytes after the start of a keyword. */
export const windowAhead = 4096;

/** A pattern may read this many bytes before a keyword. */
export const windowBehind = 512;
