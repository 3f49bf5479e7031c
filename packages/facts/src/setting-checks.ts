/** Checks an item of a setting that must be an absolute path: returns the problem, or undefined if there is none. */
export function checkPath(value: string): string | undefined {
  if (!value.startsWith('/')) return 'must be an absolute path, such as /var/log';
  return value.includes('\0') ? 'must not contain a NUL character' : undefined;
}

/** A check for items that are absolute paths or one of the given special words. */
export function checkPathOr(...words: readonly string[]): (value: string) => string | undefined {
  return (value) =>
    words.includes(value) || checkPath(value) === undefined
      ? undefined
      : `must be an absolute path, such as /var/log, or ${words.join(' or ')}`;
}
