import { counted } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import { type Denied, readDenials } from '@hostspec/policy';
import { type Catalog, messageOf, type NestedSpec, specsWithin, splitWords } from '@hostspec/spec';
import { loadCatalog } from '../catalogs/catalog.js';
import { choosePolicy } from '../chosen-policy.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { rightsFindings } from './check-rights.js';
import type { Finding } from './finding.js';
import type { options } from './options.js';

/** The parts of the catalog that would be missing here. Runs nothing of it. */
export async function catalogFindings(values: Values<typeof options>, io: Io): Promise<Finding[]> {
  let catalog: Catalog;
  try {
    catalog = (await loadCatalog(values, io, 'root')).catalog;
  } catch (error) {
    return [{ level: 'problem', topic: 'catalog', text: messageOf(error) }];
  }
  const specs = Object.keys(catalog.specs).length;
  const { specsForOthers } = await import('@hostspec/engine');
  const forOthers = await specsForOthers(catalog, createLocalHost());
  const others = forOthers.size > 0 ? `, ${forOthers.size} of them for other distributions` : '';
  const text = `${counted(specs, 'spec')} in ${counted(catalog.domains.length, 'domain')}${others}`;
  catalog = withoutSpecs(catalog, forOthers);
  const missing = await missingPrograms(catalog);
  const isInstalled = (spec: NestedSpec): boolean => !missing.has(programOf(spec));
  return [
    { level: 'ok', topic: 'catalog', text },
    ...(await rightsOf(catalog, isInstalled, values, io)),
    programFinding(catalog, missing),
  ];
}

function withoutSpecs(catalog: Catalog, names: ReadonlySet<string>): Catalog {
  return {
    ...catalog,
    specs: Object.fromEntries(Object.entries(catalog.specs).filter(([name]) => !names.has(name))),
  };
}

/** If the owner's denials cannot be read, opens no file: that is a problem of its own. */
async function rightsOf(
  catalog: Catalog,
  isInstalled: (spec: NestedSpec) => boolean,
  values: Values<typeof options>,
  io: Io,
): Promise<Finding[]> {
  let denied: Denied | undefined;
  try {
    denied = await readDenials(await choosePolicy(values, io));
  } catch {
    return [];
  }
  return rightsFindings(catalog, isInstalled, denied?.denials);
}

/** The programs that the catalog names, each with the domain of a spec that runs it. */
function programsOf(catalog: Catalog): { readonly program: string; readonly domain: string }[] {
  return Object.entries(catalog.specs).flatMap(([name, spec]) =>
    specsWithin(spec).flatMap((each) => {
      const program = programOf(each);
      return program === '' || program.includes('%s')
        ? []
        : [{ program, domain: catalog.domainOf[name] ?? '' }];
    }),
  );
}

async function missingPrograms(catalog: Catalog): Promise<ReadonlySet<string>> {
  const host = createLocalHost();
  const programs = [...new Set(programsOf(catalog).map(({ program }) => program))];
  const found = await Promise.all(programs.map((program) => host.which(program)));
  return new Set(programs.filter((_, index) => found[index] === undefined));
}

/** The programs that are not installed, by the domain of their specs. */
function programFinding(catalog: Catalog, missing: ReadonlySet<string>): Finding {
  const all = programsOf(catalog);
  const count = new Set(all.map(({ program }) => program)).size;
  const topic = 'programs';
  if (missing.size === 0)
    return { level: 'ok', topic, text: `all ${count} are installed, or none is needed` };
  return {
    level: 'note',
    topic,
    text: `${missing.size} of ${count} are not installed; most hosts need few of them`,
    details: byDomain(all.filter(({ program }) => missing.has(program))),
  };
}

/** The program that a spec runs on the host; empty if it runs none, or one that is not known before. */
function programOf(spec: NestedSpec): string {
  // What runs inside a container is installed there.
  if (!('command' in spec) || spec.command === null || ('container' in spec && spec.container)) return '';
  return splitWords(spec.command)[0] ?? '';
}

/** A line for each domain: its name, and the names of its programs. */
function byDomain(programs: readonly { readonly program: string; readonly domain: string }[]): string[] {
  const domains = new Map<string, Set<string>>();
  for (const { program, domain } of programs)
    domains.set(domain, (domains.get(domain) ?? new Set()).add(program.slice(program.lastIndexOf('/') + 1)));
  return [...domains].map(([domain, names]) => `${domain}: ${[...names].sort().join(', ')}`);
}
