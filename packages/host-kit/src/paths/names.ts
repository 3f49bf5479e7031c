import { nameMatcher } from '@hostspec/spec';

// With the flag u, because half of a surrogate pair is not an escape.
const escaped = /[\udc80-\udcff]/u;
const encoder = new TextEncoder();

/** Whether a name holds bytes that are not UTF-8, each as a lone surrogate U+DC80 to U+DCFF. */
export function hasRawBytes(name: string): boolean {
  return escaped.test(name);
}

/** The bytes of a name, with those that stand as lone surrogates. */
export function nameBytes(name: string): Uint8Array {
  if (!hasRawBytes(name)) return encoder.encode(name);
  const bytes: number[] = [];
  for (const piece of name.split(/([\udc80-\udcff])/u))
    bytes.push(...(escaped.test(piece) ? [piece.charCodeAt(0) - 0xdc00] : encoder.encode(piece)));
  return Uint8Array.from(bytes);
}

/** Like `nameMatcher`, for one part of a path: a name that begins with a dot only matches a pattern that does, too. */
export function fileNameMatcher(part: string): (name: string) => boolean {
  const matcher = nameMatcher(part);
  return part.startsWith('.') ? matcher : (name) => !name.startsWith('.') && matcher(name);
}

/** Makes a matcher of paths by the rules of `glob_file`: part by part, so that no wildcard stands for a slash. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const matchers = pattern.split('/').map(fileNameMatcher);
  return (path) => {
    const names = path.split('/');
    return names.length === matchers.length && matchers.every((matcher, i) => matcher(names[i] ?? ''));
  };
}
