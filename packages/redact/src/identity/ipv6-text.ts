/** An IPv6 address as it was written. */
interface Written {
  readonly address: Uint8Array;
  /** The groups before and after `::`; all are before it if there is none. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly compressed: boolean;
}

const group = /^[0-9a-f]{1,4}$/i;

/** Reads an IPv6 address of hexadecimal groups; undefined if the text is none. */
export function parseIpv6(text: string): Written | undefined {
  const [left = '', right, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const compressed = right !== undefined;
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const written = before.length + after.length;
  if (compressed ? written > 7 : written !== 8) return undefined;
  if (![...before, ...after].every((each) => group.test(each))) return undefined;
  const values = [...before, ...Array<string>(8 - written).fill('0'), ...after].map((each) =>
    Number.parseInt(each, 16),
  );
  return {
    address: Uint8Array.from(values.flatMap((value) => [value >> 8, value & 255])),
    before,
    after,
    compressed,
  };
}

/** Writes an address as another one was written: case, leading zeros and `::` are kept. */
export function formatIpv6(address: Uint8Array, like: Written): string {
  const { before, after, compressed } = like;
  const groups = Array.from(
    { length: 8 },
    (_, at) => ((address[2 * at] as number) << 8) | (address[2 * at + 1] as number),
  );
  const omitted = groups.slice(before.length, 8 - after.length);
  const write = (values: readonly number[], texts: readonly string[]) =>
    values.map((value, at) => value.toString(16).padStart(paddedTo(texts[at] ?? ''), '0')).join(':');
  const text =
    compressed && omitted.some((value) => value !== 0)
      ? shortest(groups)
      : `${write(groups.slice(0, before.length), before)}${compressed ? '::' : ''}${write(groups.slice(8 - after.length), after)}`;
  return /[A-F]/.test([...before, ...after].join()) ? text.toUpperCase() : text;
}

/** How many digits a group has at least. */
const paddedTo = (text: string): number => (text.length > 1 && text.startsWith('0') ? text.length : 1);

/** The shortest form: the longest run of zero groups is written `::`. */
function shortest(groups: readonly number[]): string {
  const text = groups.map((each) => each.toString(16)).join(':');
  const runs = text.match(/(?<![^:])0(?::0)+(?![^:])/g) ?? [];
  const longest = runs.reduce((best, each) => (each.length > best.length ? each : best), '');
  if (longest === '') return text;
  const at = text.search(new RegExp(`(?<![^:])${longest}(?![^:])`));
  return `${text.slice(0, at).replace(/:$/, '')}::${text.slice(at + longest.length).replace(/^:/, '')}`;
}
