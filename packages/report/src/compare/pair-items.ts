import { defined } from '@hostspec/host-kit';
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
  const onlyAfter = new Map([...to].filter(([path]) => !from.has(path)));
  const waiting = new Map<string, string[]>();
  if (!all)
    for (const path of onlyAfter.keys())
      if (id.test(path)) {
        const paths = waiting.get(withoutId(path));
        if (paths) paths.push(path);
        else waiting.set(withoutId(path), [path]);
      }
  const pairs: ItemPair<T>[] = [];
  for (const [path, before] of from) {
    const same = to.has(path) || !id.test(path) ? path : (waiting.get(withoutId(path))?.pop() ?? path);
    const after = to.get(same);
    onlyAfter.delete(same);
    pairs.push({ path: same, before, ...defined({ after }) });
  }
  return [...pairs, ...[...onlyAfter].map(([path, after]) => ({ path, after }))];
}

// Process ids, and the device numbers that the kernel gives to file systems without a device.
const id = /^(?:proc\/|sys\/class\/bdi\/0:)\d+(?=\/)/;

function withoutId(path: string): string {
  return path.replace(/\d+(?=\/)/, '');
}
