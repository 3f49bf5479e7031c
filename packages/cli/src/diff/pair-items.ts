/** An item of one archive with the same item of the other; the path is that in the newer archive, if it is there. */
export interface ItemPair<T> {
  readonly path: string;
  readonly before?: T;
  readonly after?: T;
}

/** Pairs items by path. A process that was restarted has another id: unless `all`, its files are paired too. */
export function pairItems<T>(
  from: ReadonlyMap<string, T>,
  to: ReadonlyMap<string, T>,
  all: boolean,
): ItemPair<T>[] {
  const onlyAfter = [...to].filter(([path]) => !from.has(path));
  const pairs: ItemPair<T>[] = [];
  for (const [path, before] of from) {
    const after = to.get(path);
    const at = after || all ? -1 : onlyAfter.findIndex(([other]) => isRestarted(path, other));
    const [restarted] = at < 0 ? [] : onlyAfter.splice(at, 1);
    if (restarted) pairs.push({ path: restarted[0], before, after: restarted[1] });
    else pairs.push({ path, before, ...(after ? { after } : {}) });
  }
  return [...pairs, ...onlyAfter.map(([path, after]) => ({ path, after }))];
}

const processFile = /^proc\/\d+(?=\/)/;

function isRestarted(before: string, after: string): boolean {
  return processFile.test(before) && before.replace(processFile, '') === after.replace(processFile, '');
}
