/** Stable codes of the errors that a caller can act on. */
export type ErrorCode =
  | 'DUPLICATE_NAME'
  | 'INVALID_SPEC'
  | 'INVALID_NAME'
  | 'UNKNOWN_SPEC'
  | 'UNKNOWN_PROVIDER'
  | 'UNKNOWN_CONDITION'
  | 'UNKNOWN_SETTING'
  | 'INVALID_SETTING'
  | 'PLACEHOLDER_MISMATCH'
  | 'INVALID_COMMAND_LINE'
  | 'UNKNOWN_TOKEN'
  | 'INVALID_OPTION'
  | 'INVALID_CATALOG'
  | 'INVALID_ARCHIVE'
  | 'INVALID_PLAN'
  | 'PLAN_MISMATCH'
  | 'NO_SPACE'
  | 'SINK'
  | 'RUNNER'
  | 'HOST_LOST'
  | 'UNREACHABLE';

/** One of several problems with a subject. */
export interface Problem {
  /** The position in the subject, from 1; undefined if the problem has none. */
  readonly position?: { readonly line: number; readonly column: number } | undefined;
  readonly message: string;
}

/** An error of hostspec: `code` is stable; the message names the problem, the value and what is allowed. */
export class HostspecError extends Error {
  override readonly name: string = 'HostspecError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      /** The spec, option or file at fault. */
      readonly subject?: string | undefined;
      /** The value received. */
      readonly value?: unknown;
      /** The path to the value in the subject's data: keys and list indexes. */
      readonly at?: readonly (string | number)[];
      /** Every problem, if the message has one a line. */
      readonly problems?: readonly Problem[];
    } = {},
  ) {
    super(message, options);
    this.subject = options.subject;
    this.value = options.value;
    this.at = options.at;
    this.problems = options.problems;
  }

  readonly subject: string | undefined;
  readonly value: unknown;
  readonly at: readonly (string | number)[] | undefined;
  readonly problems: readonly Problem[] | undefined;
}

/** An error in a spec, slice or catalog file. */
export class CatalogError extends HostspecError {
  override readonly name = 'CatalogError';
}

/** An error for an option or setting whose value is not allowed. */
export class UsageError extends HostspecError {
  override readonly name = 'UsageError';
}

/** Whether an error comes from hostspec, even from another copy of this package. */
export function isHostspecError(error: unknown): error is HostspecError {
  return error instanceof Error && 'code' in error && 'subject' in error && error.name.endsWith('Error');
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The path to a value in a spec's data: keys and list indexes. */
export type KeyPath = readonly (string | number)[];

/** The error for a value that is not allowed. */
export function invalid(name: string, at: KeyPath, value: unknown, allowed: string): CatalogError {
  return new CatalogError(
    'INVALID_SPEC',
    `spec ${name}: ${at.join('.') || 'the spec'} is ${JSON.stringify(value) ?? 'missing'}; allowed: ${allowed}`,
    { subject: name, value, at },
  );
}
