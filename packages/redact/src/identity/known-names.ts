import { latin1Of, lowerAscii } from '../match/bytes.js';
import { isCommonHost, isCommonUser, isSharedUserName, isWord, personParts } from './common-words.js';
import type { Context } from './context.js';
import { keptLabelsOf } from './domains.js';
import { longestName } from './name-token.js';
import type { IdentityKind } from './view.js';

/** A name to look for. */
export interface KnownName {
  /** Lower case (ASCII only), with one character per byte. */
  readonly text: string;
  readonly kind: IdentityKind;
  /** The only spelling to find, because the name is also a common word. */
  readonly exact?: string;
  /** True if the first letter must be a capital: a part of a person's name. */
  readonly capital?: true;
  /** Set if this is a key, and its value must be found from it. */
  readonly context?: Context;
  /** Labels that stay at the end of a domain; undefined if the name is not a domain. */
  readonly keptLabels?: number;
}

/** The names that were given to a mapping. */
export interface GivenNames {
  readonly hostnames: readonly string[];
  readonly users: readonly string[];
  readonly people: readonly string[];
  readonly macs: readonly string[];
  readonly serials: readonly string[];
  readonly keywords: readonly string[];
}

/** Lists the texts to look for: whole names, and the domains of hosts. Throws a RangeError for a keyword that is too long or too short. */
export function knownNames(given: GivenNames): KnownName[] {
  return [
    ...given.hostnames.flatMap((each) => hostNames(lowerAscii(latin1Of(each)).replace(/\.$/, ''))),
    ...given.users.flatMap((each) => user(latin1Of(each))),
    ...given.people.flatMap((each) => person(latin1Of(each))),
    ...given.macs.flatMap(macDigits),
    ...given.serials.flatMap(serial),
    ...given.keywords.flatMap(keyword),
  ];
}

/** True if the short name of a host stays unless its domain follows: a common word, or a name of fewer than 3 or more than 64 bytes. */
export function isKeptHostname(name: string): boolean {
  return isKept(lowerAscii(latin1Of(name)).split('.')[0] ?? '');
}

const isKept = (short: string): boolean =>
  isCommonHost(short) || short.length < 3 || short.length > longestName;

function hostNames(name: string): KnownName[] {
  if (/^[\d.]+$/.test(name) || name.includes(':')) return [];
  const [short = '', ...rest] = name.split('.');
  return [
    ...(isKept(short) ? [] : [{ text: short, kind: 'host' } as const]),
    ...(rest.length === 0 ? [] : domain(rest.join('.'))),
  ];
}

/** The registered domain: the labels at the end that all customers share, and one more. */
function domain(name: string): KnownName[] {
  const labels = name.split('.');
  const keptLabels = keptLabelsOf(name);
  const text = labels.slice(-keptLabels - 1).join('.');
  if (labels.length <= keptLabels || text.length > lookedBack) return [];
  return [{ text, kind: 'host', keptLabels }];
}

const lookedBack = 200;

/** A user name. Found in any case, also within joined words, unless it is a word or part of other names, too. */
function user(exact: string): KnownName[] {
  const text = lowerAscii(exact);
  if (isCommonUser(text) || isWord(text) || exact.length < 3 || exact.length > longestName) return [];
  return [{ text, kind: 'user', ...(isSharedUserName(text) && { exact }) }];
}

/** A person's name in its usual forms, and its parts, which must start with a capital. */
function person(name: string): KnownName[] {
  const parts = personParts(name);
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return [];
  const forms = [parts, [first, last], [last, first]].flatMap((each) =>
    [' ', '.', '_', '-', ''].map((sign) => each.join(sign)),
  );
  const whole = [...new Set([...forms, `${last}, ${first}`].map(lowerAscii))].filter(
    (text) => text.length <= longestName,
  );
  const alone = parts.map(lowerAscii).filter((text) => text.length > 3 && !isSharedUserName(text));
  return [
    ...whole.map((text): KnownName => ({ text, kind: 'people' })),
    ...alone.map((text): KnownName => ({ text, kind: 'people', capital: true })),
  ];
}

/** A MAC address without separators. Those with separators are found without being known. */
function macDigits(address: string): KnownName[] {
  const text = address.toLowerCase().replace(/[^0-9a-f]/g, '');
  return text.length === 12 && /[1-9a-e]/.test(text) ? [{ text, kind: 'mac' }] : [];
}

/** A serial number, unless it is short or has no digit: such texts usually mean something else. */
function serial(text: string): KnownName[] {
  const bytes = lowerAscii(latin1Of(text));
  const isKnown = /^[!-~ ]+$/.test(bytes) && /[1-9]/.test(bytes) && bytes.length >= 6;
  if (!isKnown || bytes.length > longestName) return [];
  return [...new Set([bytes, ...uuidForms(bytes)])].map((each) => ({ text: each, kind: 'serial' }));
}

/** A UUID with and without hyphens, each also with its first three parts in the byte order of the firmware. */
function uuidForms(text: string): string[] {
  const digits = text.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(digits)) return [];
  const swapped = digits.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, (_, ...bytes: string[]) =>
    [3, 2, 1, 0, 5, 4, 7, 6].map((at) => bytes[at]).join(''),
  );
  return [digits, swapped].flatMap((each) => [
    each,
    each.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  ]);
}

function keyword(text: string): KnownName[] {
  const bytes = lowerAscii(latin1Of(text));
  if (bytes.length < 3 || bytes.length > longestName)
    throw new RangeError(
      `the keyword ${JSON.stringify(text)} has ${bytes.length} bytes; allowed: 3 to ${longestName}; shorten it, or use a part of it`,
    );
  const forms = ['', ' ', '-', '_', '.'].map((sign) => bytes.replace(/[ _-]+/g, sign));
  return [...new Set([bytes, ...forms])]
    .filter((each) => each.length > 2)
    .map((each) => ({ text: each, kind: 'keyword' }));
}
