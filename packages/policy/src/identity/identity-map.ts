import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readNamedText } from '@hostspec/files/trust';
import { identityOf, usageError } from '@hostspec/host-kit';
import { accounts, rowsOf } from '@hostspec/parse';
import type { IdentityKind } from '@hostspec/redact';
import { type CollectingHost, type Redaction, readText } from '@hostspec/spec';
import type { Denied } from '../deny/denials.js';
import { type MapListFiles, openMapList } from '../keys/map-list.js';
import { readKey } from '../keys/private-files.js';
import { type PolicyOptions, subjectOf } from '../options.js';

// Words without a digit or hyphen, and memory nodes such as node0, are frequent in text that does not mean a host.
const hostAlias = /^(?!node\d{1,2}$|ip6-)(?=.*[\d-])[a-z][a-z0-9-]{2,62}$/i;
const loopback = /^(?:127\.|::1$|f[ef])/i;

const mostListed = 1000;

const firmware = '/sys/class/dmi/id';

const firstUser = 1000;
const nobody = 65534;
// In these directories, users have a file or directory with their name.
const directoriesOfUsers = [
  '/home',
  '/var/spool/cron',
  '/var/spool/cron/crontabs',
  '/var/lib/AccountsService/users',
];
const userName = /^[a-z_][\w.-]*$/i;

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
  const { map, mapList, keywords, note } = options;
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
  const bytes = list?.key ?? identityKey(options);
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
function identityKey(options: PolicyOptions): Buffer {
  const { key, note } = options;
  if (key !== undefined) return readKey(key, subjectOf(options, 'key'), { note });
  try {
    mkdirSync(dirname(defaultKeyPath), { mode: 0o755 });
  } catch {
    // It exists, or `readKey` reports why it cannot be created.
  }
  return readKey(defaultKeyPath, 'the key', { advice: anotherKey, note });
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

/** The names of a host, with those in its file of hosts, also the short ones of other hosts. */
async function hostnamesOf(host: CollectingHost): Promise<string[]> {
  const name = await host.hostname();
  const [short = name] = name.split('.');
  const text = (await readText(host, '/etc/hosts')) ?? '';
  const rows = text.split('\n').map((line) => (line.split('#')[0] ?? '').trim().split(/\s+/));
  const own = rows.flatMap(([, ...names]) =>
    names.filter((each) => each === short || each.startsWith(`${short}.`)),
  );
  const others = rows.flatMap(([address = '', ...names]) =>
    loopback.test(address) ? [] : names.filter((each) => hostAlias.test(each)),
  );
  return [...new Set([name, ...own, ...others.slice(0, mostListed)])];
}

const listed = async (host: CollectingHost, path: string): Promise<string[]> =>
  (await host.list(path).catch(() => [])).slice(0, mostListed);

const readAll = async (host: CollectingHost, paths: readonly string[]): Promise<string[]> => {
  const texts = await Promise.all(paths.map((path) => readText(host, path).catch(() => undefined)));
  return [...new Set(texts.flatMap((text) => text?.trim() || []))];
};

/** The serial numbers and ids of the machine, its disks and its ports of Fibre Channel. */
async function serialsOf(host: CollectingHost): Promise<string[]> {
  const [disks, ports] = await Promise.all(
    ['/sys/block', '/sys/class/fc_host'].map((path) => listed(host, path)),
  );
  const parts = ['product', 'board', 'chassis'];
  const texts = await readAll(host, [
    ...parts.flatMap((part) => [`${firmware}/${part}_serial`, `${firmware}/${part}_asset_tag`]),
    `${firmware}/product_uuid`,
    ...(disks ?? []).flatMap((disk) =>
      ['serial', 'wwid', 'device/serial', 'device/wwid'].map((name) => `/sys/block/${disk}/${name}`),
    ),
    ...(ports ?? []).flatMap((port) =>
      ['port_name', 'node_name'].map((name) => `/sys/class/fc_host/${port}/${name}`),
    ),
  ]);
  // A name such as naa.5000c500a1b2c3d4 is also written with 0x, or alone.
  return texts.flatMap((text) => [
    text,
    ...(/^(?:naa|eui|uuid|t10)?\.?(?:0x)?([0-9a-f-]{16,36})$/i.exec(text)?.slice(1) ?? []),
  ]);
}

/** The MAC addresses of the host's network interfaces. */
async function macsOf(host: CollectingHost): Promise<string[]> {
  const interfaces = await listed(host, '/sys/class/net');
  return readAll(
    host,
    interfaces.map((name) => `/sys/class/net/${name}/address`),
  );
}

/** The accounts of people: user names, and the full names in their comments. */
interface People {
  readonly users: readonly string[];
  readonly fullNames: readonly string[];
}

/** The people with accounts here, including those known only to a directory service. */
async function peopleOf(host: CollectingHost): Promise<People> {
  const [passwd = '', group = ''] = await Promise.all(
    ['/etc/passwd', '/etc/group'].map((path) => readText(host, path).catch(() => undefined)),
  );
  const rows = rowsOf(accounts, passwd);
  const own = rows.filter(({ uid }) => uid >= firstUser && uid !== nobody);
  const ofSystem = new Set(rows.filter((row) => !own.includes(row)).map(({ name }) => name));
  const members = group.split('\n').flatMap((line) => (line.split(':')[3] ?? '').split(','));
  const names = await Promise.all(directoriesOfUsers.map((path) => listed(host, path)));
  const others = [...members, ...names.flat(), ...(await otherUsers(host))].filter(
    (name) => userName.test(name) && !ofSystem.has(name),
  );
  return {
    users: [...new Set([...own.map(({ name }) => name), ...others])],
    fullNames: own.flatMap(({ comment }) => comment.split(',')[0]?.trim() || []),
  };
}

/** Users of a directory service who are logged in here or have ids for containers. */
async function otherUsers(host: CollectingHost): Promise<string[]> {
  const running = '/run/systemd/users';
  const [ids = '', sessions] = await Promise.all([
    readText(host, '/etc/subuid').catch(() => undefined),
    listed(host, running).then((names) =>
      readAll(
        host,
        names.map((name) => `${running}/${name}`),
      ),
    ),
  ]);
  return [
    ...ids.split('\n').map((line) => line.split(':')[0] ?? ''),
    ...sessions.flatMap((text) => /^NAME=(.*)$/m.exec(text)?.[1] ?? []),
  ];
}
