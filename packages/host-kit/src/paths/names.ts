import { type FileFacts, type FileKind, hostError, nameMatcher } from '@hostspec/spec';

const words: Readonly<Record<FileKind, string>> = {
  file: 'a regular file',
  directory: 'a directory',
  block: 'a block device',
  character: 'a character device',
  fifo: 'a FIFO',
  socket: 'a socket',
  other: 'something else',
};

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

/**
 * The path with a leading slash and without `.`, `..`, doubled slashes and a slash at its end; `..` stops at the root.
 *
 * @throws HostError `refused` for a NUL byte.
 */
export function normalize(path: string): string {
  if (path.includes('\0')) throw hostError('refused', `path ${JSON.stringify(path)} contains a NUL byte`);
  return absolutePath(path);
}

/** A name in an absolute path that is left out or stands for another: an empty one, `.` or `..`. Most paths have none. */
const oddName = /\/\.{0,2}(?:\/|$)/;

/** As `normalize`, for a path that is only compared with others: a NUL byte in it is allowed. */
export function absolutePath(path: string): string {
  if (path.startsWith('/') && !oddName.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/').filter((name) => name !== '' && name !== '.'))
    if (name === '..') names.pop();
    else names.push(name);
  return `/${names.join('/')}`;
}

/** Where links lead, for the facts about a path: `place` is the path without links. */
export function ledTo(place: string, path: string): Pick<FileFacts, 'leadsTo'> {
  return place === absolutePath(path) ? {} : { leadsTo: place };
}

/** The reason not to read something that is not a regular file. */
export function noRegularFile(kind: FileKind): string {
  return `is ${words[kind]}, not a regular file`;
}
