/** The words of a line. Linear in its length. */
export function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== '');
}

/** The value of each `key: value` line (or with another separator), by key; the first one for each key counts. */
export function valuesOf(text: string, separator = ':'): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf(separator);
    if (at <= 0) continue;
    const key = line.slice(0, at).trim();
    if (!values.has(key)) values.set(key, line.slice(at + separator.length).trim());
  }
  return values;
}

/** A whole number from 0, as text has it; undefined for anything else. */
export function countOf(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : undefined;
}
