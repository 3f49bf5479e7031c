import { casedLike } from '../match/bytes.js';
import { beforeSocket } from './find-ipv4.js';
import { formatIpv6, parseIpv6 } from './ipv6.js';
import { type Finder, type Found, isLetterBefore, lineBefore, lookBack } from './view.js';

/** Maps an address of 16 bytes in one direction. */
type Map16 = (address: Uint8Array) => Uint8Array;

const hex = '[0-9a-f]';
const groups = /[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,9}(?![\w:]|\.\d)/iy;
const reverse = /((?:[0-9a-f]\.){1,32})(?=ip6\.arpa(?![\w-]|\.\w))/iy;
const mapped = /(?:[23][0-9a-f]{3}|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]|ff02|0{0,2}64|0{0,4}):/iy;
// The text that netstat writes before its two addresses. Matched by columns, not positions, because a mapped name before it may be longer.
const netstat = /^(?:tcp|udp|raw)\w* +\d+ +\d+ +(?:\S+ +)?$/;
const colon = ':'.charCodeAt(0);
const dot = '.'.charCodeAt(0);

/** Finds IPv6 addresses of hexadecimal groups, and their reverse names. */
export const findIpv6 =
  (map: Map16): Finder =>
  (view, { at, escaped }) => {
    const before = view.bytes[at - 1];
    if (!escaped && (before === colon || before === dot || isLetterBefore(view.bytes, at))) return undefined;
    const text = view.text();
    if (view.bytes[at + 1] === dot) return reversed(text, at, map);
    mapped.lastIndex = at;
    if (!mapped.test(text)) return undefined;
    groups.lastIndex = at;
    const run = groups.exec(text)?.[0];
    if (run === undefined) return undefined;
    for (const candidate of candidates(run, netstat.test(lineBefore(text, at, lookBack) ?? ''))) {
      const written = isBlock(candidate, text, at + candidate.length) ? undefined : parseIpv6(candidate);
      if (written !== undefined)
        return {
          start: at,
          end: at + candidate.length,
          text: formatIpv6(map(written.address), written),
          kind: 'ip',
        };
    }
    return undefined;
  };

/** True for a block of addresses with one purpose, such as fc00::/7. */
const isBlock = (candidate: string, text: string, end: number): boolean =>
  candidate.endsWith('::') &&
  candidate.length <= 6 &&
  /^\/(?:\d|1[0-6])(?!\d)/.test(text.slice(end, end + 4));

/** Candidates for the address at the start of a run of groups. netstat appends a port. */
function candidates(run: string, netstat: boolean): string[] {
  const bare = run.replace(/(?<=[^:]):$/, '');
  const withoutPort = bare.replace(/:\d{1,5}$/, '');
  return netstat && withoutPort !== bare ? [withoutPort, bare] : [bare, withoutPort];
}

function reversed(text: string, at: number, map: Map16): Found | undefined {
  reverse.lastIndex = at;
  const name = reverse.exec(text)?.[1];
  if (name === undefined) return undefined;
  const digits = name.split('.').slice(0, -1).reverse().join('');
  const result = Buffer.from(map(Buffer.from(digits.padEnd(32, '0'), 'hex'))).toString('hex');
  const image = [...result.slice(0, digits.length)].reverse().map((digit) => `${digit}.`);
  return { start: at, end: at + name.length, text: casedLike(image.join(''), name), kind: 'ip' };
}

const tcp6 = new RegExp(`(${hex}{32})(:${hex}{4} )(${hex}{32})(?=:${hex}{4} ${hex}{2} )`, 'iy');
const route6 = new RegExp(
  `(${hex}{32})( ${hex}{2} )(${hex}{32})( ${hex}{2} )(${hex}{32})(?= ${hex}{8} )`,
  'iy',
);
const inet6 = new RegExp(`(${hex}{32})(?= ${hex}{2} ${hex}{2} ${hex}{2} ${hex}{2} )`, 'iy');

/** Finds addresses of 32 hexadecimal digits in /proc/net/tcp6 and the like, if_inet6 and ipv6_route. */
export const findHexIpv6 =
  (map: Map16): Finder =>
  (view, { at }) => {
    const text = view.text();
    const line = lineBefore(text, at);
    if (line === '') return replaced(text, at, { patterns: [route6, inet6], map });
    if (line === undefined || !beforeSocket.test(line)) return undefined;
    return replaced(text, at, { patterns: [tcp6], map: (address) => swapped(map(swapped(address))) });
  };

interface Layout {
  readonly patterns: readonly RegExp[];
  readonly map: Map16;
}

function replaced(text: string, at: number, { patterns, map }: Layout): Found | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const parts = match
      .slice(1)
      .map((part) =>
        part.length === 32
          ? casedLike(Buffer.from(map(Buffer.from(part, 'hex'))).toString('hex'), part)
          : part,
      );
    return { start: at, end: at + match[0].length, text: parts.join(''), kind: 'ip' };
  }
  return undefined;
}

/** /proc/net/tcp6 writes four numbers of 32 bits, each with its last byte first. */
const swapped = (address: Uint8Array): Uint8Array => Buffer.from(address).swap32();
