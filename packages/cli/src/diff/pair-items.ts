/** An item of one archive with the same item of the other; the path is that in the newer archive, if it is there. */
export interface ItemPair<T> {
  readonly path: string;
  readonly before?: T;
  readonly after?: T;
}

/** Pairs items by path. Processes get another id if they are restarted, file systems if they are mounted again: unless `all`, their files are paired too. */
export function pairItems<T>(
  from: ReadonlyMap<string, T>,
  to: ReadonlyMap<string, T>,
  all: boolean,
): ItemPair<T>[] {
  const onlyAfter = [...to].filter(([path]) => !from.has(path));
  const pairs: ItemPair<T>[] = [];
  for (const [path, before] of from) {
    const after = to.get(path);
    const at = after || all ? -1 : onlyAfter.findIndex(([other]) => hasOtherId(path, other));
    const [same] = at < 0 ? [] : onlyAfter.splice(at, 1);
    if (same) pairs.push({ path: same[0], before, after: same[1] });
    else pairs.push({ path, before, ...(after ? { after } : {}) });
  }
  return [...pairs, ...onlyAfter.map(([path, after]) => ({ path, after }))];
}

// Process ids, and the device numbers that the kernel gives to file systems without a device.
const id = /^(?:proc\/|sys\/class\/bdi\/0:)\d+(?=\/)/;

function hasOtherId(before: string, after: string): boolean {
  return id.test(before) && id.test(after) && withoutId(before) === withoutId(after);
}

function withoutId(path: string): string {
  return path.replace(/\d+(?=\/)/, '');
}
