import { latin1Of, lowerAscii } from '../match/bytes.js';
import { longestName } from './name-token.js';
import type { Found, IdentityKind, Place, View } from './view.js';

/** A name to look for. */
export interface KnownName {
  /** Lower case (ASCII only), with one character per byte. */
  readonly text: string;
  readonly kind: IdentityKind;
  /** A user name, whose case counts. */
  readonly exact?: string;
  /** True for the key before a serial number, not the number itself. */
  readonly isKey?: true;
  /** Labels that stay at the end of a domain; undefined if the name is not a domain. */
  readonly keptLabels?: number;
}

/** The names given to a mapping. */
export interface GivenNames {
  readonly hostnames: readonly string[];
  readonly users: readonly string[];
  readonly serials: readonly string[];
  readonly keywords: readonly string[];
}

// Words that usually mean something else.
const commonHosts =
  'localhost localdomain server host hostname linux unix node master worker primary secondary database web www mail test demo dev prod local default none unknown system debian ubuntu redhat centos fedora rocky almalinux localhost4 localhost6 ip6-localhost ip6-loopback';
const commonUsers =
  'root admin administrator test user users guest nobody nfsnobody default local system service daemon demo backup ftp www web mail host server linux vagrant ubuntu debian centos fedora ec2-user cloud-user core ansible localhost';
const common = { host: new Set(commonHosts.split(' ')), user: new Set(commonUsers.split(' ')) };

// Domains that clouds and clusters give to all their customers.
const sharedDomains =
  /(?:^|\.)(?:localdomain|cluster\.local|compute\.internal|ec2\.internal|amazonaws\.com|cloudapp\.net|googleusercontent\.com|google\.internal)$/;
const countryDomains = /\.(?:ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

/** Decides what to look for: whole names, and the domains of hosts. Throws a RangeError for a keyword that is too long or too short. */
export function knownNames({ hostnames, users, serials, keywords }: GivenNames): KnownName[] {
  return [
    ...hostnames.flatMap((each) => hostNames(lowerAscii(latin1Of(each)).replace(/\.$/, ''))),
    ...users.flatMap((each): KnownName[] => {
      const exact = latin1Of(each);
      if (common.user.has(lowerAscii(exact)) || exact.length < 3 || exact.length > longestName) return [];
      return [{ text: lowerAscii(exact), kind: 'user', exact }];
    }),
    { text: serialKey, kind: 'serial', isKey: true },
    ...serials.flatMap(serial),
    ...keywords.map(keyword),
  ];
}

/** Whether the short name of a host stays unless its domain follows: common words, and names with fewer than 3 or more than 64 bytes. */
export function isKeptHostname(name: string): boolean {
  return isKept(lowerAscii(latin1Of(name)).split('.')[0] ?? '');
}

const isKept = (short: string): boolean =>
  common.host.has(short) || short.length < 3 || short.length > longestName;

function hostNames(name: string): KnownName[] {
  if (/^[\d.]+$/.test(name) || name.includes(':')) return [];
  const [short = '', ...rest] = name.split('.');
  return [
    ...(isKept(short) ? [] : [{ text: short, kind: 'host' } as const]),
    ...(rest.length === 0 ? [] : domain(rest.join('.'))),
  ];
}

/** The domain that its owner registered: common labels at its end stay. */
function domain(name: string): KnownName[] {
  const labels = name.split('.');
  const shared = sharedDomains.exec(name)?.[0].replace(/^\./, '').split('.').length;
  const keptLabels = shared ?? (countryDomains.test(`.${name}`) ? 2 : 1);
  const text = labels.slice(-keptLabels - 1).join('.');
  if (labels.length <= keptLabels || text.length > lookedBack) return [];
  return [{ text, kind: 'host', keptLabels }];
}

const lookedBack = 200;

/** A known serial number. Short ones, and those without a digit, usually mean something else. */
function serial(text: string): KnownName[] {
  const bytes = lowerAscii(latin1Of(text));
  const isKnown = /^[!-~ ]+$/.test(bytes) && /[1-9]/.test(bytes) && bytes.length >= 6;
  return isKnown && bytes.length <= longestName ? [{ text: bytes, kind: 'serial' }] : [];
}

function keyword(text: string): KnownName {
  const bytes = lowerAscii(latin1Of(text));
  if (bytes.length < 3 || bytes.length > longestName)
    throw new RangeError(
      `the keyword ${JSON.stringify(text)} has ${bytes.length} bytes; allowed: 3 to ${longestName}; shorten it, or use a part of it`,
    );
  return { text: bytes, kind: 'keyword' };
}

/** Text that starts the key of a serial number. */
const serialKey = 'serial';

// "Serial: 8250/16550 driver" is not a serial number: without the word "number", only quotes may follow the colon.
const keys = [
  /serial[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}[:=][ \t]{0,40}["']?/iy,
  /serial["']?[ \t]{0,8}(?:=[ \t]{0,8}["']?|:[ \t]{0,8}["'])/iy,
];
const value = /[a-z0-9](?:[^\s"',;<>]|(?<![ \t]) (?=[^\s"',;<>]))*/iy;
const word = /[a-z0-9][^\s"',;<>]*/iy;

/** Finds the serial number after a key: 3 to 64 bytes with a digit. */
export function serialAfter(
  { text }: View,
  { at }: Place,
  map: (serial: string) => string,
): Found | undefined {
  const all = text();
  for (const key of keys) {
    key.lastIndex = at;
    const found = key.exec(all)?.[0];
    if (found === undefined) continue;
    const start = at + found.length;
    // After an equals sign, the line may have more values.
    const pattern = found.includes('=') && !/["']$/.test(found) ? word : value;
    pattern.lastIndex = start;
    const serial = pattern.exec(all.slice(0, start + longestName + 1))?.[0] ?? '';
    if (serial.length < 3 || serial.length > longestName || !/[1-9]/.test(serial)) return undefined;
    return { start, end: start + serial.length, text: map(serial), kind: 'serial' };
  }
  return undefined;
}
