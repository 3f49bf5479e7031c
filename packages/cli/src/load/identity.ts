import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { IdentityKind } from '@hostspec/redact';
import { type CollectingHost, type Redaction, readText } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { usageError } from '../usage-error.js';
import { readKey } from './key-file.js';
import { readNamedText } from './named-file.js';
import type { hostOptions } from './options.js';

type MapValues = Pick<Values<typeof hostOptions>, 'map' | 'key' | 'keywords'>;

/** The key that is used, and made if necessary, if no other is named. */
export const defaultKeyPath = '/etc/hostspec/redaction.key';

const keywordForm = /^[^\0-\x1f]{3,64}$/;

/**
 * Opens the mapping of identity that `--map` asks for, with the names of the host; undefined without that option.
 *
 * @throws UsageError for another kind, a key that cannot be used or made, or keywords that cannot be mapped.
 */
export async function openIdentityMap(
  { map, key, keywords }: MapValues,
  { cwd }: Pick<Io, 'cwd'>,
  host: CollectingHost,
): Promise<Redaction | undefined> {
  const { createIdentityMap, identityKinds } = await import('@hostspec/redact');
  if (keywords !== undefined && map === undefined)
    throw usageError(
      '--keywords is not allowed without --map; allowed: --map keyword, or --map identity',
      '--keywords',
      keywords,
    );
  if (map === undefined) return undefined;
  const kinds = kindsOf(map, identityKinds);
  const words = keywords === undefined ? [] : readKeywords(resolve(cwd, keywords));
  return createIdentityMap({
    key: identityKey(key, cwd),
    kinds,
    hostnames: kinds.includes('host') ? await hostnamesOf(host) : [],
    users: kinds.includes('user') ? await usersOf(host) : [],
    keywords: words,
  });
}

/** The kinds of identity that `--map` names. @throws UsageError for another word. */
export function kindsOf(map: readonly string[], all: readonly IdentityKind[]): IdentityKind[] {
  const isKind = (kind: string): kind is IdentityKind => (all as readonly string[]).includes(kind);
  const kinds = map.flatMap((kind): readonly IdentityKind[] => {
    if (kind === 'identity') return all;
    if (isKind(kind)) return [kind];
    throw usageError(
      `--map ${JSON.stringify(kind)} is not allowed; allowed: identity, ${all.join(', ')}`,
      '--map',
      kind,
    );
  });
  return [...new Set(kinds)];
}

/** The key of a mapping: from `--key`, or the one of this host, which is made for root if it is not there. */
function identityKey(key: string | undefined, cwd: string): Buffer {
  if (key !== undefined) return readKey(resolve(cwd, key), '--key');
  try {
    mkdirSync(dirname(defaultKeyPath), { mode: 0o755 });
  } catch {
    // It is there, or `readKey` says why it cannot be made.
  }
  return readKey(defaultKeyPath, '--key');
}

function readKeywords(path: string): string[] {
  const lines = readNamedText(path, '--keywords', 'root').split(/\r?\n/);
  const words = lines.map((line) => line.trim());
  const at = words.findIndex((word) => word !== '' && !keywordForm.test(word));
  if (at >= 0)
    throw usageError(
      `${path}:${at + 1}: ${JSON.stringify(words[at])} is not allowed; allowed: 3 to 64 characters in each line`,
      '--keywords',
      path,
    );
  return words.filter((word) => word !== '');
}

async function hostnamesOf(host: CollectingHost): Promise<string[]> {
  const name = await host.hostname();
  const [short = name] = name.split('.');
  const text = (await readText(host, '/etc/hosts')) ?? '';
  const others = text
    .split('\n')
    .flatMap((line) => (line.split('#')[0] ?? '').trim().split(/\s+/).slice(1))
    .filter((each) => each === short || each.startsWith(`${short}.`));
  return [...new Set([name, ...others])];
}

const firstUser = 1000;
const nobody = 65534;

/** The names of people's accounts. */
async function usersOf(host: CollectingHost): Promise<string[]> {
  const text = (await readText(host, '/etc/passwd')) ?? '';
  return text.split('\n').flatMap((line) => {
    const [name = '', , id = ''] = line.split(':');
    return Number(id) >= firstUser && Number(id) !== nobody && name !== '' ? [name] : [];
  });
}
