import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readNamedText } from '@hostspec/files/trust';
import { identityOf, usageError } from '@hostspec/host-kit';
import type { IdentityKind } from '@hostspec/redact';
import type { CollectingHost, Redaction } from '@hostspec/spec';
import type { Denied } from '../deny/denials.js';
import { type MapListFiles, openMapList } from '../keys/map-list.js';
import { readKey } from '../keys/private-files.js';
import { type PolicyOptions, subjectOf } from '../options.js';
import { hostnamesOf, macsOf, peopleOf, serialsOf } from './host-names.js';

/** The default key, which is created if necessary. */
export const defaultKeyPath = '/etc/hostspec/redaction.key';

/** Advice if the default key cannot be used. */
export const anotherKey = '; name another one with --key FILE';

const keywordForm = /^[^\0-\x1f]{3,64}$/;

/**
 * Opens the mapping of identity that was chosen, with the names of the host; undefined if none was.
 *
 * @throws UsageError for another kind, a key that cannot be used or made, keywords that cannot be mapped, or a host whose names are tokens.
 */
export async function openIdentityMap(
  options: PolicyOptions,
  host: CollectingHost,
  denied: Pick<Denied, 'keywords'> | undefined,
): Promise<Redaction | undefined> {
  const { map, mapList, key, keywords, note } = options;
  const subject = subjectOf(options, 'map');
  if (map === undefined) return undefined;
  const { createIdentityMap, createIdentityUnmap, isKeptHostname } = await import('@hostspec/redact');
  const { kinds, words } = await chosenIdentity(options, map);
  if (map.includes('keyword') && !map.includes('identity') && !words.length && !denied?.keywords.length)
    throw usageError(
      `${subject} keyword needs ${subjectOf(options, 'keywords')} FILE with a word of your own in each line; ${keywords === undefined ? 'no file is given' : `${keywords} has no words`}`,
      subject,
      map,
    );
  const list = mapList === undefined ? undefined : openMapList(listFiles(options, mapList));
  const bytes = list?.key ?? identityKey(key, subjectOf(options, 'key'));
  const hostnames = await hostnamesOf(host);
  const { users, fullNames } = await peopleOf(host);
  const { machineId, bootId } = await identityOf(host);
  const ids = [machineId, bootId].filter((id) => id !== undefined);
  const { text: unmapped } = createIdentityUnmap({ key: bytes, kinds: ['host'] });
  // Archives of other programs do not say that they were mapped. Names that are tokens of this key show it.
  if ([...hostnames, ...users].some((name) => unmapped(name) !== name))
    throw usageError(
      `${subject} ${map.join()} is not allowed: names of the host are tokens of this key already, so it was mapped before; map the original, or restore it first with hostspec unmap`,
      subject,
      map,
    );
  const [short = ''] = (hostnames[0] ?? '').split('.');
  if (kinds.includes('host') && isKeptHostname(short) && short !== 'localhost') note?.(keptName(short));
  const identity = createIdentityMap({
    key: bytes,
    kinds,
    hostnames: [...hostnames, ...ids],
    users,
    people: fullNames,
    macs: kinds.includes('mac') ? await macsOf(host) : [],
    serials: kinds.includes('serial') ? [...(await serialsOf(host)), ...ids] : [],
    keywords: words,
    ...(list && { onMapped: list.add }),
  });
  return { ...identity, ...(list && identity.mapped && { mapped: { ...identity.mapped, list: true } }) };
}

/** The files of a mapping with a list, from its options. */
export const listFiles = (options: PolicyOptions, path: string): MapListFiles => ({
  path,
  subject: subjectOf(options, 'map-list'),
  key: options.key,
  keySubject: subjectOf(options, 'key'),
  note: options.note,
});

/** The kinds of identity that were chosen, and the keywords. @throws UsageError if they cannot be used. */
export async function chosenIdentity(
  options: PolicyOptions,
  map: readonly string[],
): Promise<{ readonly kinds: readonly IdentityKind[]; readonly words: readonly string[] }> {
  const { identityKinds, personalKinds } = await import('@hostspec/redact');
  const { keywords } = options;
  const subject = subjectOf(options, 'map');
  return {
    kinds: kindsOf(
      map,
      { all: identityKinds, personal: personalKinds },
      subject,
      subject === '--map' ? ['none'] : [],
    ),
    words: keywords === undefined ? [] : readKeywords(keywords, subjectOf(options, 'keywords')),
  };
}

/** The note that the name of the host stays. */
function keptName(short: string): string {
  const advice = keywordForm.test(short) ? '; to map it, name it in --keywords FILE' : '';
  return `the host's name ${JSON.stringify(short)} is not mapped where its domain does not follow, because other text has the same word${advice}`;
}

/** The kinds for words that stand for several: `identity` for all, `gdpr` for the personal ones. */
export interface KindsByWord {
  readonly all: readonly IdentityKind[];
  readonly personal: readonly IdentityKind[];
}

/** The kinds of identity that an option or setting names; `alone` are words that mean something else. @throws UsageError for another word. */
export function kindsOf(
  map: readonly string[],
  { all, personal }: KindsByWord,
  subject: string,
  alone: readonly string[] = [],
): IdentityKind[] {
  const isKind = (kind: string): kind is IdentityKind => (all as readonly string[]).includes(kind);
  const kinds = map.flatMap((kind): readonly IdentityKind[] => {
    if (kind === 'identity') return all;
    if (kind === 'gdpr') return personal;
    if (isKind(kind)) return [kind];
    throw usageError(
      `${subject} ${JSON.stringify(kind)} is not allowed; allowed: ${['identity', 'gdpr', ...all, ...alone].join(', ')}`,
      subject,
      kind,
    );
  });
  return [...new Set(kinds)];
}

/** The key of a mapping: the chosen one, or that of this host, which is created for root if it does not exist. */
function identityKey(key: string | undefined, subject: string): Buffer {
  if (key !== undefined) return readKey(key, subject);
  try {
    mkdirSync(dirname(defaultKeyPath), { mode: 0o755 });
  } catch {
    // It exists, or `readKey` reports why it cannot be created.
  }
  return readKey(defaultKeyPath, 'the key', { advice: anotherKey });
}

function readKeywords(path: string, subject: string): string[] {
  const lines = readNamedText(path, subject, 'root').split(/\r?\n/);
  const words = lines.map((line) => line.trim());
  const at = words.findIndex((word) => word !== '' && !keywordForm.test(word));
  if (at >= 0)
    throw usageError(
      `${path}:${at + 1}: a word of ${words[at]?.length} characters is not allowed; allowed: 3 to 64 characters in each line, none of them a control character`,
      subject,
      path,
    );
  return words.filter((word) => word !== '');
}
