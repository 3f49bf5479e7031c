import { normalize } from '../live/locate.js';
import type { Tree } from './tree.js';

/** What a pattern matches in a tree, sorted, by the rules of Python's glob, without directories. */
export function globTree(pattern: string, tree: Tree): string[] {
  const parts = normalize(pattern).slice(1).split('/');
  let found = [''];
  for (const part of parts)
    found = found.flatMap((parent) => childrenOf(parent, part, tree).map((name) => `${parent}/${name}`));
  return found.filter((path) => tree.find(path)?.kind !== 'directory').sort();
}

function childrenOf(parent: string, part: string, tree: Tree): string[] {
  if (!/[*?[]/.test(part)) return tree.has(`${parent}/${part}`) ? [part] : [];
  const entry = tree.find(parent || '/');
  if (entry?.kind !== 'directory') return [];
  const wanted = namePattern(part);
  return [...entry.names].filter(
    (name) => (part.startsWith('.') || !name.startsWith('.')) && wanted.test(name),
  );
}

/** One name of a pattern as a regular expression: `*`, `?`, `[abc]`, `[!abc]`; a bracket without an end is itself. */
function namePattern(part: string): RegExp {
  const source = part.replace(
    /\[(!?)(\]?[^\]]*)\]|[*?]|[.+^${}()|\\[\]]/gs,
    (token, negated?: string, set?: string) => {
      if (set !== undefined) return `[${negated ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
      if (token === '*') return '.*';
      return token === '?' ? '.' : `\\${token}`;
    },
  );
  return new RegExp(`^${source}$`, 'su');
}
