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
  | 'NO_SPACE'
  | 'SINK';

/** An error of hostspec: `code` is stable, the message names what was wrong, the value and what is allowed. */
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
      /** Where in the subject's data the value stands, or would stand: keys, and places in lists. */
      readonly at?: readonly (string | number)[];
    } = {},
  ) {
    super(message, options);
    this.subject = options.subject;
    this.value = options.value;
    this.at = options.at;
  }

  readonly subject: string | undefined;
  readonly value: unknown;
  readonly at: readonly (string | number)[] | undefined;
}

/** A spec, slice or catalog file that says something it must not. */
export class CatalogError extends HostspecError {
  override readonly name = 'CatalogError';
}

/** An option or setting with a value that is not allowed. */
export class UsageError extends HostspecError {
  override readonly name = 'UsageError';
}

/** Whether an error is one of hostspec's, from whichever copy of this package. */
export function isHostspecError(error: unknown): error is HostspecError {
  return error instanceof Error && 'code' in error && 'subject' in error && error.name.endsWith('Error');
}

const most = 40;
const few = 10;
const longestWanted = 200;

/** The names, sorted, for a message; the nearest to `wanted` first, and of many only these. */
export function available(names: Iterable<string>, wanted = ''): string {
  // What somebody wrote into a file can be of any length; the beginning of a name is enough to find it.
  const meant = wanted.slice(0, longestWanted);
  const pairs = new Set(pairsOf(meant));
  const sorted = [...names]
    .map((name) => ({ name, near: similarity(name, meant, pairs) }))
    .sort((a, b) => b.near - a.near || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  if (sorted.length === 0) return 'none';
  if (sorted.length <= most) return sorted.join(', ');
  return `${sorted.slice(0, few).join(', ')} and ${sorted.length - few} more`;
}

function similarity(name: string, wanted: string, pairs: ReadonlySet<string>): number {
  const shared = pairsOf(name).filter((pair) => pairs.has(pair)).length;
  return shared / Math.max(name.length + wanted.length, 1);
}

function pairsOf(name: string): string[] {
  return [...name.slice(1)].map((_, index) => name.slice(index, index + 2).toLowerCase());
}

/** What the system says of a file, without its code and what it was asked: `permission denied`. */
export function systemWords({ message }: Error): string {
  return message.replace(/^\w+: ([^,]+),.*$/s, '$1');
}
