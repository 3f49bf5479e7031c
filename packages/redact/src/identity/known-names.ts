import { serialKey } from './find-serial.js';
import { longestName } from './name-token.js';
import type { IdentityKind } from './view.js';

/** A name to look for. */
export interface KnownName {
  /** In small letters of ASCII, with one character for each byte. */
  readonly text: string;
  readonly kind: IdentityKind;
  /** The name of a user, whose capital letters count. */
  readonly exact?: string;
  /** Whether this is the key before a serial number, not the number. */
  readonly isKey?: true;
  /** How many labels at the end of a domain stay as they are; undefined if the name is not a domain. */
  readonly keptLabels?: number;
}

/** The names that a mapping is given. */
export interface GivenNames {
  readonly hostnames: readonly string[];
  readonly users: readonly string[];
  readonly serials: readonly string[];
  readonly keywords: readonly string[];
}

// Words that mean something else in most places where they stand.
const commonHosts =
  'localhost localdomain server host hostname linux unix node master worker primary secondary database web www mail test demo dev prod local default none unknown system debian ubuntu redhat centos fedora rocky almalinux localhost4 localhost6 ip6-localhost ip6-loopback';
const commonUsers =
  'root admin administrator test user users guest nobody nfsnobody default local system service daemon demo backup ftp www web mail host server linux vagrant ubuntu debian centos fedora ec2-user cloud-user core ansible localhost';
const common = { host: new Set(commonHosts.split(' ')), user: new Set(commonUsers.split(' ')) };

// Domains that clouds and clusters give to all their customers.
const sharedDomains =
  /(?:^|\.)(?:localdomain|cluster\.local|compute\.internal|ec2\.internal|amazonaws\.com|cloudapp\.net|googleusercontent\.com|google\.internal)$/;
const countryDomains = /\.(?:ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
const folded = (text: string): string => text.replace(/[A-Z]/g, (each) => each.toLowerCase());

/** Decides what is looked for: whole names, and the domains of hosts. Throws a RangeError for a keyword that is too long or too short. */
export function knownNames({ hostnames, users, serials, keywords }: GivenNames): KnownName[] {
  return [
    ...hostnames.flatMap((each) => hostNames(folded(bytesOf(each)).replace(/\.$/, ''))),
    ...users.flatMap((each): KnownName[] => {
      const exact = bytesOf(each);
      if (common.user.has(folded(exact)) || exact.length < 3 || exact.length > longestName) return [];
      return [{ text: folded(exact), kind: 'user', exact }];
    }),
    { text: serialKey, kind: 'serial', isKey: true },
    ...serials.flatMap(serial),
    ...keywords.map(keyword),
  ];
}

/** Whether the short name of a host stays wherever its domain does not follow: it is a common word, or has fewer than 3 bytes or more than 64. */
export function isKeptHostname(name: string): boolean {
  return isKept(folded(bytesOf(name)).split('.')[0] ?? '');
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

/** The domain that its owner registered, from that of a host: the labels that all others have too stay. */
function domain(name: string): KnownName[] {
  const labels = name.split('.');
  const shared = sharedDomains.exec(name)?.[0].replace(/^\./, '').split('.').length;
  const keptLabels = shared ?? (countryDomains.test(`.${name}`) ? 2 : 1);
  const text = labels.slice(-keptLabels - 1).join('.');
  if (labels.length <= keptLabels || text.length > lookedBack) return [];
  return [{ text, kind: 'host', keptLabels }];
}

const lookedBack = 200;

/** A serial number that is known. Short ones, and those without a digit, are words that mean something else in most places. */
function serial(text: string): KnownName[] {
  const bytes = folded(bytesOf(text));
  const isKnown = /^[!-~ ]+$/.test(bytes) && /[1-9]/.test(bytes) && bytes.length >= 6;
  return isKnown && bytes.length <= longestName ? [{ text: bytes, kind: 'serial' }] : [];
}

function keyword(text: string): KnownName {
  const bytes = folded(bytesOf(text));
  if (bytes.length < 3 || bytes.length > longestName)
    throw new RangeError(
      `the keyword ${JSON.stringify(text)} has ${bytes.length} bytes; allowed: 3 to ${longestName}; shorten it, or use a part of it`,
    );
  return { text: bytes, kind: 'keyword' };
}
