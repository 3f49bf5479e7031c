import { createLocalHost } from '@hostspec/local-host';
import { type Catalog, type NestedSpec, specsWithin, splitWords } from '@hostspec/spec';
import type { Io } from '../io.js';
import { loadCatalog } from '../load/catalog.js';
import type { Values } from '../options.js';
import { counted } from '../text.js';
import { type Finding, messageOf } from './finding.js';
import type { options } from './options.js';

/** What of the catalog would be missing here. Nothing of it is run. */
export async function catalogFindings(values: Values<typeof options>, io: Io): Promise<Finding[]> {
  let catalog: Catalog;
  try {
    catalog = (await loadCatalog(values, io, 'root')).catalog;
  } catch (error) {
    return [{ level: 'problem', topic: 'catalog', text: messageOf(error) }];
  }
  const specs = Object.keys(catalog.specs).length;
  const text = `${counted(specs, 'spec')} in ${counted(catalog.domains.length, 'domain')}`;
  return [
    { level: 'ok', topic: 'catalog', text },
    ...rootFindings(catalog, process.geteuid?.() ?? 0),
    await programFinding(catalog),
  ];
}

/** The specs that only root can collect. */
function rootFindings(catalog: Catalog, user: number): Finding[] {
  if (user === 0) return [];
  const names = Object.entries(catalog.specs).flatMap(([name, { effects }]) =>
    effects?.needsRoot ? [name] : [],
  );
  if (names.length === 0) return [];
  return [
    {
      level: 'note',
      topic: 'needs root',
      text: `${counted(names.length, 'spec')} will be denied or incomplete, because they need root`,
      details: byDomain(names, (name) => catalog.domainOf[name] ?? ''),
      advice: 'collect as root',
    },
  ];
}

/** The programs that are not installed, by the domain of their specs. */
async function programFinding(catalog: Catalog): Promise<Finding> {
  const host = createLocalHost();
  const places = Object.entries(catalog.specs).flatMap(([name, spec]) =>
    specsWithin(spec).flatMap((each) => {
      const program = programOf(each);
      return program === '' || program.includes('%s')
        ? []
        : [{ program, domain: catalog.domainOf[name] ?? '' }];
    }),
  );
  const programs = [...new Set(places.map(({ program }) => program))];
  const found = await Promise.all(programs.map((program) => host.which(program)));
  const missing = new Set(programs.filter((_, index) => found[index] === undefined));
  const topic = 'programs';
  if (missing.size === 0)
    return { level: 'ok', topic, text: `all ${programs.length} are installed, or none is needed` };
  const lost = places.filter(({ program }) => missing.has(program));
  const domains = new Map(lost.map(({ program, domain }) => [`${domain} ${program}`, { program, domain }]));
  return {
    level: 'note',
    topic,
    text: `${missing.size} of ${programs.length} are not installed, so ${counted(lost.length, 'command')} will be absent; most hosts need few of them`,
    details: byDomain(
      [...domains.values()],
      ({ domain }) => domain,
      ({ program }) => program.slice(program.lastIndexOf('/') + 1),
    ),
  };
}

/** The program that a spec runs on the host; empty if it runs none, or one that is not known before. */
function programOf(spec: NestedSpec): string {
  // What runs inside a container is installed there.
  if (!('command' in spec) || spec.command === null || ('container' in spec && spec.container)) return '';
  return splitWords(spec.command)[0] ?? '';
}

/** A line for each domain: its name and the names of its members. */
function byDomain<T>(
  members: readonly T[],
  domainOf: (member: T) => string,
  nameOf: (member: T) => string = String,
): string[] {
  const domains = new Map<string, Set<string>>();
  for (const member of members) {
    const domain = domainOf(member);
    domains.set(domain, (domains.get(domain) ?? new Set()).add(nameOf(member)));
  }
  return [...domains].map(([domain, names]) => `${domain}: ${[...names].sort().join(', ')}`);
}
