import { hostError } from './host.js';

/** The path with a leading slash and without `.`, `..` and doubled slashes; `..` stops at the root. */
export function normalize(path: string): string {
  if (path.includes('\0')) throw hostError('refused', `path ${JSON.stringify(path)} contains a NUL byte`);
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
