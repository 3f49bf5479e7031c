/** Whether a path matches a pattern by the rules of `glob_file`: `*`, `?`, `[…]`, dot files only explicitly. */
export function matchGlob(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) => matchPart(part, pathParts[index] ?? ''))
  );
}

function matchPart(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern.replace(
    /\[(!?)([^\]]+)\]|[*?]|[.+^${}()|\\[\]]/g,
    (token, negated?: string, set?: string) => {
      if (set !== undefined) return `[${negated ? '^' : ''}${set.replaceAll('\\', '\\\\')}]`;
      if (token === '*') return '.*';
      return token === '?' ? '.' : `\\${token}`;
    },
  );
  return new RegExp(`^${source}$`, 's').test(name);
}
