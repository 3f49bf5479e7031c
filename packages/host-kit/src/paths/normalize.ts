import { type FileFacts, hostError } from '@hostspec/spec';

/**
 * The path with a leading slash and without `.`, `..`, doubled slashes and a slash at its end; `..` stops at the root.
 *
 * @throws HostError `refused` for a NUL byte.
 */
export function normalize(path: string): string {
  if (path.includes('\0')) throw hostError('refused', `path ${JSON.stringify(path)} contains a NUL byte`);
  return absolutePath(path);
}

/** As `normalize`, for a path that is only compared with others: a NUL byte in it is allowed. */
export function absolutePath(path: string): string {
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
