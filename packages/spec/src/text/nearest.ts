const most = 40;
const longestWanted = 200;

/** The names that a misspelt name may mean, nearest first, at most three; empty if none is similar. */
export function nearest(wanted: string, names: Iterable<string>): string[] {
  const all = wanted === '' ? [] : ranked(names, wanted);
  const least = Math.max(0.5, 0.8 * (all[0]?.likeness ?? 0));
  return all.flatMap(({ name, likeness }) => (likeness > least ? name : [])).slice(0, 3);
}

/**
 * What a message says after a name, or glob, that nothing has: `did you mean ethtool?`; if none is similar, `available: ` and the names, or,
 * of many, the command that lists them, if there is one.
 */
export function didYouMean(wanted: string, names: Iterable<string>, list?: string): string {
  const all = [...names];
  const similar = nearest(wanted.replace(/[*?]/g, ''), all);
  if (similar.length > 0) return `did you mean ${similar.join(' or ')}?`;
  if (all.length <= most) return `available: ${available(all)}`;
  return `none of the ${all.length} names is similar${list === undefined ? '' : `; ${list} lists them`}`;
}

/** The sorted names for a message, those nearest to `wanted` first. */
export function available(names: Iterable<string>, wanted = ''): string {
  const sorted = ranked(names, wanted).map(({ name }) => name);
  return sorted.length === 0 ? 'none' : sorted.join(', ');
}

/**
 * The names with their likeness to a wanted one, from 0 to 1, the most alike first. It is the share of their pairs of letters that
 * both have (Dice's coefficient), for which a name of any length takes linear time; a name that begins like it is as good.
 */
function ranked(
  names: Iterable<string>,
  wanted: string,
): { readonly name: string; readonly likeness: number }[] {
  // A name from a file can have any length; its beginning is enough to find it.
  const meant = wanted.slice(0, longestWanted);
  const pairs = pairsOf(meant);
  const likenessOf = (name: string): number => {
    if (name.startsWith(meant)) return 1;
    const own = pairsOf(name);
    return (2 * [...own].filter((pair) => pairs.has(pair)).length) / (own.size + pairs.size);
  };
  return [...names]
    .map((name) => ({ name, likeness: likenessOf(name) }))
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
}

/** Pairs of letters next to each other, and with one between, so that two in the wrong order count; `^` and `$` are the ends. */
function pairsOf(name: string): Set<string> {
  const letters = `^${name.toLowerCase()}$`;
  return new Set(
    [...letters.slice(1)].flatMap((_, index) => [
      letters.slice(index, index + 2),
      letters.charAt(index) + letters.charAt(index + 2),
    ]),
  );
}
