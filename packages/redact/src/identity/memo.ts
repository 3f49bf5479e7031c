/** Keeps the last results of a function, at most this many. */
export function memo<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  let recent = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? make(key);
    if (recent.size >= limit / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}
