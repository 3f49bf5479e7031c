import { memo } from './cipher.js';
import { formatIpv4, isPrivateIpv4, mapNetwork, parseIpv4 } from './ipv4.js';
import { code, type Finder, isAsciiLetter, isLetterAt, isLetterBefore, lineBefore } from './view.js';

const reverse = /(\d{1,3}(?:\.\d{1,3}){0,3})(?=\.in-addr\.arpa(?![\w-]|\.\w))/iy;
const range = /-(?:>|[^A-Za-z0-9]|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.-]))/y;

const afterColon = /(?:^|\s)(?:\d{1,2}|[\w.@-]{0,40}\/[^\s:]{1,60}):$/;

/** Finds IPv4 addresses and their reverse names, but not versions such as 4.18.0.305-1. */
export function findIpv4(map: (value: number) => number): Finder {
  const image = memo(32_768, (value: number) => formatIpv4(map(value)));
  return (view, { at, escaped, lastEnd }) => {
    const { bytes } = view;
    if (!escaped && !mayStart(bytes, at, lastEnd)) return undefined;
    const text = view.text();
    const end = octetsEnd(bytes, at);
    if (bytes[end] === dot && ((bytes[end + 1] as number) | 32) === smallI) return reversed(text, at, map);
    const value = parseIpv4(bytes, at, end);
    if (value === undefined || !mayEnd(bytes, text, end)) return undefined;
    if (!escaped && isVersion(text, { at, end, value, lastEnd })) return undefined;
    const network = bytes[end] === slash && (value & 255) === 0 ? networkBits(text, end) : 32;
    const written = network < 24 ? formatIpv4(mapNetwork(value, network, map)) : image(value);
    return { start: at, end, text: written, kind: 'ip' };
  };
}

/** The prefix length after a slash, as in /22; 32 if there is none. */
function networkBits(text: string, end: number): number {
  const bits = /^\/(\d{1,2})(?![\w.])/.exec(text.slice(end, end + 4))?.[1];
  return bits === undefined || bits === '0' ? 32 : Number(bits);
}

const dash = code('-');
const dot = code('.');
const slash = code('/');
const smallI = code('i');
const isDigit = (byte = 0): boolean => byte >= 48 && byte < 58;
const notBefore = new Set(['_', '.', '-', '+'].map(code));
const notAfter = new Set(['_', '~', '+'].map(code));

function mayStart(bytes: Uint8Array, at: number, lastEnd: number): boolean {
  const before = bytes[at - 1] ?? 0;
  if (before === dash && lastEnd === at - 1) return true;
  return !notBefore.has(before) && !isLetterBefore(bytes, at);
}

function mayEnd(bytes: Uint8Array, text: string, end: number): boolean {
  const after = bytes[end] ?? 0;
  if (notAfter.has(after) || isLetterAt(bytes, end)) return false;
  if (after === dot) return !isLetterAt(bytes, end + 1);
  if (after !== dash) return true;
  range.lastIndex = end;
  return range.test(text);
}

/** Four numbers with dots, in [at, end). `lastEnd` is the end of the last value found before them. */
interface Numbers {
  readonly at: number;
  readonly end: number;
  readonly value: number;
  readonly lastEnd: number;
}

/** True if the text around four numbers shows that they are a version or part of a path. */
function isVersion(text: string, { at, end, value, lastEnd }: Numbers): boolean {
  if (text.charCodeAt(at - 1) === slash && text.charCodeAt(at - 2) !== slash)
    return !isPrivateIpv4(value) && !/^:\d/.test(text.slice(end, end + 2));
  // After an epoch, the name of an image, or a directory; not after a value that is mapped, which ends differently in the token.
  if (
    text[at - 1] === ':' &&
    !isPrivateIpv4(value) &&
    afterColon.test(text.slice(Math.max(0, at - 64, lastEnd), at))
  )
    return true;
  return followsVersion(text, at, lastEnd);
}

/** End of up to four groups of up to three digits. */
function octetsEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let octet = 0; octet < 4; octet++) {
    const from = octet === 0 ? end : end + 1;
    let to = from;
    while (to < from + 3 && isDigit(bytes[to])) to++;
    if (to === from || (octet > 0 && bytes[end] !== dot)) return end;
    end = to;
  }
  return end;
}

function reversed(text: string, at: number, map: (value: number) => number): ReturnType<Finder> {
  reverse.lastIndex = at;
  const name = reverse.exec(text)?.[1];
  if (name === undefined) return undefined;
  const octets = name.split('.').reverse();
  const whole = Buffer.from([...octets, '0', '0', '0'].slice(0, 4).join('.'));
  const value = parseIpv4(whole, 0, whole.length);
  if (value === undefined) return undefined;
  const image = formatIpv4(map(value)).split('.').slice(0, octets.length).reverse().join('.');
  return { start: at, end: at + name.length, text: image, kind: 'ip' };
}

const hex = '[0-9a-f]';
const tcp4 = new RegExp(`(${hex}{8})(:${hex}{4} )(${hex}{8})(?=:${hex}{4} ${hex}{2} )`, 'iy');
const route4 = new RegExp(`(${hex}{8})(\\t)(${hex}{8})(?=\\t${hex}{4}\\t)`, 'iy');

/** What precedes the addresses in a line of /proc/net/tcp and the like, also if grep put the path of the file before it. */
export const beforeSocket = /^(?:\/proc\/net\/(?:tcp|udp)6?:)? {0,8}\d{1,10}: $/;

/** Finds addresses in /proc/net/tcp and the like, and in /proc/net/route: eight hexadecimal digits, last byte first. */
export const findHexIpv4 =
  (map: (value: number) => number): Finder =>
  (view, { at }) => {
    const text = view.text();
    const [pattern, before] = text[at + 8] === '\t' ? [route4, /^[^\s]{1,15}\t$/] : [tcp4, beforeSocket];
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const line = match === null ? undefined : lineBefore(text, at);
    if (match === null || line === undefined || !before.test(line)) return undefined;
    const [whole, first = '', between = '', second = ''] = match;
    const mapped = (digits: string): string => {
      const word = Buffer.from(digits, 'hex');
      word.writeUInt32BE(map(word.readUInt32LE()));
      const result = word.reverse().toString('hex');
      return /[a-f]/.test(digits) ? result : result.toUpperCase();
    };
    return { start: at, end: at + whole.length, text: mapped(first) + between + mapped(second), kind: 'ip' };
  };

const certain = [
  'version',
  'versions',
  'firmware',
  'microcode',
  'bios',
  'section',
  'oid',
  'objectidentifier',
];
const words = new Set([
  ...certain,
  ...'vers ver rev revision release fw build driver plugin kernel openssl'.split(' '),
]);
const between = new Set([' ', '\t', '"', "'", ':', '=', '(', '>'].map(code));
const longestWord = 16;
const widestGap = 24;

/**
 * True if a comparison of versions, or a word such as "version", precedes a position on its line, with at most one word between. A word
 * that ends at `lastEnd` does not count: it was replaced, so the reverse mapping would not see it and would not restore the number.
 */
export function followsVersion(text: string, at: number, lastEnd: number): boolean {
  let end = at;
  while (at - end < widestGap && between.has(text.charCodeAt(end - 1))) end--;
  const signs = text.slice(Math.max(0, end - 1), at).trim();
  if (signs.endsWith('=') && /^.?==$|[<>~]=$/.test(signs))
    return text[at - 1] === '=' || !signs.endsWith('==');
  if (end === lastEnd) return false;
  const last = wordBefore(text, end);
  if (last === '' || words.has(last)) return last !== '';
  const earlier = end - last.length - 1;
  return text[earlier] === ' ' && earlier !== lastEnd && certain.includes(wordBefore(text, earlier));
}

/** Returns the word that ends at a position, in lower case. Empty if no letter is there, or if the word is longer than `longestWord`. */
function wordBefore(text: string, end: number): string {
  let from = end;
  while (end - from <= longestWord && isAsciiLetter[text.charCodeAt(from - 1)] === 1) from--;
  return end - from > longestWord ? '' : text.slice(from, end).toLowerCase();
}
