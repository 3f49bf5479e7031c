import { type Finder, isLetterBefore } from './view.js';

/** Maps an address of 6 or 8 bytes in one direction. */
type MapBytes = (address: Uint8Array) => Uint8Array;

/** The mappings of MAC addresses and of InfiniBand ports. */
export interface MacMaps {
  readonly mac: MapBytes;
  readonly port: MapBytes;
}

const octets = /[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4,18}(?!\w|\1[0-9a-f])/iy;
const dotted = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w-]|\.\w)/iy;
// The bridge of a spanning tree: its priority, and a MAC address.
const bridge = /[0-9a-f]{4}\.[0-9a-f]{12}(?![\w-]|\.\w)/iy;

const pairs = [octets];
const dots = [dotted, bridge];
const dot = 46;

/** Finds MAC addresses of any notation, in identifiers of DHCP and packet headers too, and InfiniBand addresses of 20 octets. */
export const findMac =
  (maps: MacMaps): Finder =>
  (view, { at, escaped }) => {
    const { bytes } = view;
    if (bytes[at + 2] !== bytes[at + 8] && bytes[at + 4] !== dot) return undefined;
    if (!escaped && isLetterBefore(bytes, at)) return undefined;
    const text = view.text();
    const before = escaped ? '' : (text[at - 1] ?? '');
    if (before === '_') return undefined;
    for (const pattern of bytes[at + 4] === dot ? dots : pairs) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found === undefined) continue;
      if (!mayFollow(text.slice(Math.max(0, at - 4), at), before, found)) return undefined;
      return { start: at, end: at + found.length, text: mapped(found, maps), kind: 'mac' };
    }
    return undefined;
  };

/** Whether a value may follow what is before it. DHCP writes 1: before the address of an Ethernet device. */
function mayFollow(text: string, before: string, found: string): boolean {
  if (before === ':') return /(?:^|[^\w:.-])1:$/.test(text);
  return !found.includes(':') ? before !== '-' && before !== '.' : true;
}

function mapped(found: string, maps: MacMaps): string {
  const digits = found.replace(/[^0-9a-f]/gi, '').toLowerCase();
  const bytes = Buffer.from(digits, 'hex');
  for (const [from, to] of partsOf(digits, found)) {
    const part = bytes.subarray(from, to);
    part.set(part.length === 6 ? maps.mac(part) : maps.port(part));
  }
  let at = 0;
  const result = bytes.toString('hex');
  const text = found.replace(/[0-9a-f]/gi, () => result[at++] as string);
  return /[A-F]/.test(found) ? text.toUpperCase() : text;
}

/** Which bytes are addresses. Longer runs, such as fingerprints, have none. */
function partsOf(digits: string, found: string): (readonly [number, number])[] {
  const length = digits.length / 2;
  if (length === 8 && found[4] === '.') return [[2, 8]];
  if (length === 6) return [[0, 6]];
  if (length === 7 && digits.startsWith('01')) return [[1, 7]];
  if (length === 10 && digits.startsWith('00030001')) return [[4, 10]];
  if (length === 14 && digits.startsWith('00010001')) return [[8, 14]];
  if (length === 14 && /(?:0800|0806|86dd)$/.test(digits))
    return [
      [0, 6],
      [6, 12],
    ];
  return length === 20 && digits.startsWith('fe80000000000000', 8) ? [[12, 20]] : [];
}
