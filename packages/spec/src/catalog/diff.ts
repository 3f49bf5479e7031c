/** The differences between two records, sorted by name. */
export interface Difference<T> {
  readonly added: Readonly<Record<string, T>>;
  readonly removed: Readonly<Record<string, T>>;
  readonly changed: Readonly<Record<string, { readonly from: T; readonly to: T }>>;
}

/** Compares two records of plain data, such as the specs of two catalogs, name by name. */
export function diffByName<T>(
  from: Readonly<Record<string, T>>,
  to: Readonly<Record<string, T>>,
): Difference<T> {
  const added: Record<string, T> = {};
  const removed: Record<string, T> = {};
  const changed: Record<string, { from: T; to: T }> = {};
  for (const name of [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()) {
    const before = Object.hasOwn(from, name);
    const after = Object.hasOwn(to, name);
    if (!before) added[name] = to[name] as T;
    else if (!after) removed[name] = from[name] as T;
    else if (!sameData(from[name], to[name])) changed[name] = { from: from[name] as T, to: to[name] as T };
  }
  return { added, removed, changed };
}

/** Whether two values are the same plain data, whatever the order of their keys. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const of = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(of(a, key), of(b, key)))
  );
}
