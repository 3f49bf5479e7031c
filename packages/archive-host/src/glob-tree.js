import { normalize } from '@hostspec/spec';
import { longestPath } from './tree.js';
/** The sorted matches of a pattern in a tree, by the rules of Python's glob, without directories. */
export function globTree(pattern, tree) {
  if (pattern.length > longestPath) return [];
  const parts = normalize(pattern).slice(1).split('/');
  let found = [''];
  for (const part of parts)
    found = found.flatMap((parent) => childrenOf(parent, part, tree).map((name) => `${parent}/${name}`));
  return found.filter((path) => tree.find(path)?.kind !== 'directory').sort();
}
function childrenOf(parent, part, tree) {
  if (!/[*?[]/.test(part)) return tree.has(`${parent}/${part}`) ? [part] : [];
  const entry = tree.find(parent || '/');
  if (entry?.kind !== 'directory') return [];
  const wanted = namePattern(part);
  return [...entry.names].filter(
    (name) => (part.startsWith('.') || !name.startsWith('.')) && wanted.test(name),
  );
}
/** One name of a pattern: `*`, `?`, `[abc]`, `[!abc]`; a bracket without an end matches itself. */
function namePattern(part) {
  const tokens = [];
  for (const [token, negated, set] of part.matchAll(/\[(!?)(\]?[^\]]*)\]|./gsu)) {
    if (set !== undefined) {
      tokens.push(inSet(set, negated === '!'));
    } else if (token === '*') tokens.push('*');
    else tokens.push((char) => token === '?' || char === token);
  }
  return { test: (name) => matches(tokens, [...name]) };
}
function inSet(set, negated) {
  try {
    const expression = new RegExp(`^[${negated ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]$`, 'su');
    return (char) => expression.test(char);
  } catch {
    // A range that ends before it begins.
    return () => negated;
  }
}
/** Goes back only to the last `*`, because an earlier one has no better choice: time is proportional to both lengths. */
function matches(tokens, chars) {
  let token = 0;
  let star = -1;
  let taken = 0;
  for (let at = 0; at < chars.length; ) {
    const next = tokens[token];
    if (next === '*') {
      star = token++;
      taken = at;
    } else if (next?.(chars[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++taken;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === '*');
}
