/** Compares two values, as for `sort` of an array. */
export type Compare<Value> = (a: Value, b: Value) => number;

/** The order of texts by their characters. */
export const byText: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares by the first that tells two values apart. */
export function inTurn<Value>(compares: readonly Compare<Value>[]): Compare<Value> {
  return (a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}
