import { notFor, readRelease } from '@hostspec/host-kit';
import { osReleaseOf } from '@hostspec/parse';
import { type Catalog, distributions, type Host, parseFor, readText, type Spec } from '@hostspec/spec';

type Family = (typeof distributions)[number];

type For = Exclude<ReturnType<typeof parseFor>, { readonly allowed: string }>;

/** What a host is, as far as the option `for` asks. */
interface Distribution {
  readonly families: ReadonlySet<Family>;
  /** The family whose versions the host's own are. */
  readonly numbered?: Family;
  readonly version: readonly number[];
  /** In words: `debian 12`. */
  readonly text: string;
}

/** The words of ID and ID_LIKE that mean a family, beside its own name. */
const members: Readonly<Record<string, Family>> = {
  ...Object.fromEntries(distributions.map((name) => [name, name])),
  sles: 'suse',
  sled: 'suse',
  opensuse: 'suse',
  'opensuse-leap': 'suse',
  'opensuse-tumbleweed': 'suse',
  centos: 'rhel',
  fedora: 'rhel',
  rocky: 'rhel',
  almalinux: 'rhel',
  ol: 'rhel',
  amzn: 'rhel',
};

/** Distributions with an ID of their own that have the versions of their family. */
const sameVersions = ['sles', 'sled', 'opensuse-leap', 'centos', 'rocky', 'almalinux', 'ol'];

/** Files of hosts without os-release. */
const releaseFiles = [
  ['/etc/debian_version', 'debian'],
  ['/etc/alpine-release', 'alpine'],
  ['/etc/SuSE-release', 'suse'],
  ['/etc/redhat-release', 'rhel'],
] as const;

const markers = {
  systemd: ['/usr/lib/systemd/systemd', '/lib/systemd/systemd'],
  openrc: ['/sbin/openrc', '/usr/sbin/openrc'],
  proxmox: ['/usr/bin/pveversion'],
} as const;

/** Says why a spec is not for a host; undefined if it is. A spec that `only` names is for every host. */
export type Elsewhere = (
  name: string,
  spec: Pick<Spec, 'for'>,
) => Promise<string | undefined> | string | undefined;

/** Decides what a host is, as soon as a spec asks. */
export function elsewhereOf(host: Host, release: ReadRelease, only: readonly string[] = []): Elsewhere {
  let known: Promise<Distribution | undefined> | undefined;
  const has = markersOf(host);
  return (name, { for: families }) => {
    if (families === undefined || only.includes(name)) return undefined;
    known ??= distributionOf(host, release);
    return known.then((distribution) => whyElsewhere(families, distribution, has));
  };
}

/** The names of the specs of a catalog that are for other distributions than a host's. */
export async function specsForOthers(catalog: Catalog<object>, host: Host): Promise<ReadonlySet<string>> {
  const elsewhere = elsewhereOf(host, releaseOf(host));
  const specs = Object.entries(catalog.specs as Readonly<Record<string, Spec>>);
  const reasons = await Promise.all(specs.map(([name, spec]) => elsewhere(name, spec)));
  return new Set(specs.flatMap(([name], index) => (reasons[index] === undefined ? [] : name)));
}

type Has = (name: keyof typeof markers) => Promise<boolean>;

async function whyElsewhere(
  families: readonly string[],
  distribution: Distribution | undefined,
  has: Has,
): Promise<string | undefined> {
  if (distribution === undefined) return undefined;
  const wanted = families.map((text) => parseFor(text) as For);
  for (const each of wanted)
    if (each.family in markers ? await has(each.family as keyof typeof markers) : holds(each, distribution))
      return undefined;
  return notFor(families, distribution.text);
}

function holds({ family, from }: For, { families, numbered, version }: Distribution): boolean {
  if (!families.has(family as Family)) return false;
  // A distribution that counts its versions itself may have what the later versions of its family have.
  if (from === undefined || numbered !== family || version.length === 0) return true;
  const index = from.findIndex((number, place) => number !== (version[place] ?? 0));
  return index < 0 || (version[index] ?? 0) > (from[index] ?? 0);
}

async function distributionOf(host: Host, release: ReadRelease): Promise<Distribution | undefined> {
  const text = await release();
  const id = releaseValue(text, 'ID');
  if (id === undefined) return fromReleaseFiles(host);
  const words = [id, ...(releaseValue(text, 'ID_LIKE') ?? '').split(' ')];
  const families = words.flatMap((word) => (Object.hasOwn(members, word) ? [members[word] as Family] : []));
  if (families.length === 0) return undefined;
  const version = releaseValue(text, 'VERSION_ID') ?? '';
  const own = (distributions as readonly string[]).includes(id) || sameVersions.includes(id);
  return {
    families: new Set(families),
    ...(own ? { numbered: members[id] as Family } : {}),
    version: numbersOf(version),
    text: `${id} ${version}`.trim(),
  };
}

async function fromReleaseFiles(host: Host): Promise<Distribution | undefined> {
  for (const [path, family] of releaseFiles) {
    const text = await readText(host, path);
    if (text === undefined) continue;
    const version = /\d+(\.\d+)*/.exec(text.slice(0, 200))?.[0] ?? '';
    return {
      families: new Set([family]),
      numbered: family,
      version: numbersOf(version),
      text: `${family} ${version}`.trim(),
    };
  }
  return undefined;
}

function numbersOf(version: string): readonly number[] {
  return /^\d+(\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [];
}

/** Looks for each marker once. Archives have no programs, so without a marker of another service manager a missing one proves nothing. */
function markersOf(host: Host): Has {
  const asked = new Map<string, Promise<boolean>>();
  const isThere: Has = (name) => {
    const answer = asked.get(name) ?? anyOf(host, markers[name]);
    asked.set(name, answer);
    return answer;
  };
  return async (name) => {
    if (await isThere(name)) return true;
    if (name === 'proxmox' || host.user !== undefined) return false;
    return !(await isThere(name === 'systemd' ? 'openrc' : 'systemd'));
  };
}

async function anyOf(host: Host, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if ((await host.stat(path)) !== undefined) return true;
  return false;
}

/** The text of a host's os-release, read when it is asked for the first time. */
export type ReadRelease = () => Promise<string | undefined>;

/** Reads the host's os-release at most once. */
export function releaseOf(host: Host): ReadRelease {
  let text: Promise<string | undefined> | undefined;
  return () => (text ??= readRelease(host));
}

/** The value of a variable in os-release; undefined if it has characters that the variable cannot have. */
export function releaseValue(
  text: string | undefined,
  name: 'ID' | 'VERSION_ID' | 'ID_LIKE',
): string | undefined {
  const value = osReleaseOf(text ?? '')[name] ?? '';
  return /^[A-Za-z0-9._ -]{1,80}$/.test(value) ? value : undefined;
}
