import type { Redaction } from '@hostspec/spec';
import { withUtf16 } from '../stream/utf16.js';
import { candidatesFor } from './candidates.js';
import { type Direction, memo, subkey } from './cipher.js';
import { isVendorDomain } from './domains.js';
import { type AddressMaps, findAddress } from './find-address.js';
import { findDomainAccount, findMail } from './find-mail.js';
import { findNames, findTokens, keysOf } from './find-names.js';
import { findRows, findSpaced } from './find-rows.js';
import { ipv4Map } from './ipv4.js';
import { ipv6Map } from './ipv6.js';
import { type KnownName, knownNames } from './known-names.js';
import { macMap, portMap } from './mac.js';
import { nameTokens } from './name-token.js';
import { hasNoCandidate, identityStream, type OnMapped, type Scanner } from './stream.js';
import type { Finder, IdentityKind, MapName } from './view.js';

/** All kinds of identity. */
export const identityKinds: readonly IdentityKind[] = [
  'ip',
  'mac',
  'host',
  'user',
  'people',
  'mail',
  'serial',
  'keyword',
];

/** The kinds that identify a person, or the host of a person: all but `keyword`. */
export const personalKinds: readonly IdentityKind[] = identityKinds.filter((kind) => kind !== 'keyword');

/**
 * A mapping of identity to tokens, or its reverse. `masked` counts the replaced values by kind; a reverse mapping counts all names as
 * `host`. `mapped` describes the mapping.
 */
export type IdentityMap = Redaction;

/** Options that must be equal in a mapping and its reverse. */
export interface IdentityUnmapOptions {
  /** 32 random bytes. The same key gives the same tokens in all runs and on all hosts, and restores them. */
  readonly key: Uint8Array;
  /** What to map. Default: all kinds. */
  readonly kinds?: readonly IdentityKind[];
  /** Keep the three vendor bytes of MAC addresses. Default: false. */
  readonly keepVendor?: boolean;
}

/** Options of `createIdentityMap`. */
export interface IdentityMapOptions extends IdentityUnmapOptions {
  readonly kinds: readonly IdentityKind[];
  /** Names of this host, short or with their domain. Other hosts of the domain are mapped, too. */
  readonly hostnames?: readonly string[];
  /** User names. Common names, such as root, and names shorter than 3 bytes are ignored. */
  readonly users?: readonly string[];
  /** Full names of people. Those after a key, such as `displayName:`, or before a mail address are found anyway. */
  readonly people?: readonly string[];
  /** MAC addresses to find without separators. */
  readonly macs?: readonly string[];
  /** Serial numbers to find anywhere, such as in a column. Those after a key such as `Serial Number:` are found anyway. */
  readonly serials?: readonly string[];
  /** Words or phrases of 3 to 64 bytes; case is ignored. */
  readonly keywords?: readonly string[];
  /** Called for each value that is replaced, with the value and its token, as Latin-1. */
  readonly onMapped?: OnMapped;
}

/**
 * Creates a mapping of identity to tokens. Throws a RangeError for a key that does not have 32 bytes, or a keyword that is too long or too
 * short.
 */
export function createIdentityMap(options: IdentityMapOptions): IdentityMap {
  const { key, kinds, keepVendor = false, onMapped } = options;
  const { hostnames = [], users = [], people = [], macs = [], serials = [], keywords = [] } = options;
  const known = knownNames({ hostnames, users, people, macs, serials, keywords });
  const names = [...keysOf(kinds), ...known.filter(({ kind }) => kinds.includes(kind))];
  const { map } = nameTokens(checkedKey(key));
  const { signs, find: bySign } = signFinder(kinds, hostnames, map);
  const byName = findNames(names, map);
  const spaced = findSpaced(names, map);
  return {
    ...identityOf(
      { ...options, names, signs, tokens: false },
      'map',
      (view, place) => bySign(view, place) ?? byName(view, place) ?? spaced(view, place),
      onMapped,
    ),
    mapped: { kinds, ...(keepVendor && { keepVendor }), keyCheck: keyCheck(key) },
  };
}

type Signs = readonly (readonly [RegExp, RegExp])[];

/** A finder of values with a sign inside, such as the `@` of a mail address, and the pairs of bytes at which to ask it. */
function signFinder(
  kinds: readonly IdentityKind[],
  hostnames: readonly string[],
  map: MapName,
): { readonly signs: Signs; readonly find: Finder } {
  const [mail, user, people] = (['mail', 'user', 'people'] as const).map((kind) => kinds.includes(kind)) as [
    boolean,
    boolean,
    boolean,
  ];
  const bySign = new Map<number, Finder>();
  const signs: [RegExp, RegExp][] = [];
  const add = (sign: number, next: RegExp, find: Finder) => {
    signs.push([new RegExp(`\\x${sign.toString(16)}`), next]);
    bySign.set(sign, find);
  };
  if (mail || user)
    add(64, /[a-z0-9]/i, findMail({ mail, user, people, vendors: hostnames.some(isVendorDomain) }, map));
  if (user) add(92, /[\\a-z_\x80-\xff]/i, findDomainAccount(map));
  if (user || people) add(58, /[x*!]/, findRows({ user, people }, map));
  return { signs, find: (view, place) => bySign.get(view.bytes[place.at] as number)?.(view, place) };
}

/** Creates the reverse of every mapping with the same key, kinds and `keepVendor`. It needs no names. */
export function createIdentityUnmap(options: IdentityUnmapOptions): IdentityMap {
  const { kinds = identityKinds } = options;
  const { unmap } = nameTokens(checkedKey(options.key));
  return identityOf({ ...options, kinds, names: [], signs: [], tokens: true }, 'unmap', findTokens(unmap));
}

/** A fingerprint of a key: 8 hexadecimal digits of an HMAC, as in `mapped`. Throws a RangeError for a key that does not have 32 bytes. */
export const keyCheck = (key: Uint8Array): string =>
  Buffer.from(subkey(checkedKey(key), 'check')).toString('hex', 0, 4);

const keyBytes = 32;

function checkedKey(key: Uint8Array): Uint8Array {
  if (key.length === keyBytes) return key;
  throw new RangeError(
    `the key has ${key.length} bytes; it must have ${keyBytes}; make one with crypto.randomBytes(${keyBytes})`,
  );
}

interface Wanted extends IdentityUnmapOptions {
  readonly kinds: readonly IdentityKind[];
  readonly names: readonly KnownName[];
  readonly signs: Signs;
  readonly tokens: boolean;
}

function identityOf(wanted: Wanted, direction: Direction, byName: Finder, onMapped?: OnMapped): IdentityMap {
  const { kinds, names, signs, tokens } = wanted;
  const addresses = kinds.includes('ip') || kinds.includes('mac');
  const byAddress = findAddress(addressMaps(wanted, direction));
  const scanner: Scanner = {
    candidates: candidatesFor({ addresses, names, signs, tokens }),
    find: (view, place) => byName(view, place) ?? byAddress(view, place),
  };
  const mapped = (text: string): string => {
    if (hasNoCandidate(scanner, text)) return text;
    const { push, end } = identityStream(scanner, onMapped);
    const start = Buffer.from(push(Buffer.from(text)));
    return Buffer.concat([start, end()]).toString();
  };
  return {
    content: () => withUtf16(() => identityStream(scanner, onMapped)),
    // Halves of surrogate pairs would be lost in UTF-8.
    text: (text) => text.replace(/[^\ud800-\udfff]+/gu, mapped),
  };
}

const remembered = 8192;

function addressMaps({ key, kinds, keepVendor = false }: Wanted, direction: Direction): AddressMaps {
  const mac = macMap(key, keepVendor);
  const port = portMap(key, keepVendor);
  const mapMac = kinds.includes('mac');
  const ipv4 = ipv4Map(key);
  const v6 = ipv6Map(key, { ipv4, mac: mapMac ? mac : undefined });
  return {
    ip: kinds.includes('ip')
      ? {
          v4: (address) => ipv4(address, direction),
          v6: memoBytes((address) => v6(address, direction)),
        }
      : undefined,
    mac: mapMac
      ? {
          mac: memoBytes((address) => mac(address, direction)),
          port: memoBytes((address) => port(address, direction)),
        }
      : undefined,
  };
}

function memoBytes(map: (address: Uint8Array) => Uint8Array): (address: Uint8Array) => Uint8Array {
  const byHex = memo(remembered, (hex: string) => map(Buffer.from(hex, 'hex')));
  return (address) => byHex(Buffer.from(address).toString('hex'));
}
