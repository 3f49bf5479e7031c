import { factTables } from '@hostspec/parse/facts';
import { type FactTables, specsOfTable } from './facts.js';
import { conditionsOf, type Finding } from './finding.js';

/** The content that decides findings. */
export interface Needs {
  readonly tables: ReadonlySet<string>;
  /** The specs whose lines are read. */
  readonly contents: ReadonlySet<string>;
  /** All specs, including those of the tables. */
  readonly specs: ReadonlySet<string>;
}

/** The content needed to decide findings. A plan can be made from it. */
export function needsOf(findings: readonly Finding[], tables: FactTables = factTables): Needs {
  const needs = namedBy(findings, tables);
  return { ...needs, specs: new Set([...hostSpecs, ...needs.specs]) };
}

/**
 * The specs whose content decides a finding in the same way on every host, apart from the host being a container, and those whose lines
 * are read. Undefined if the time of the collection matters, too.
 */
export function decidingSpecs(
  finding: Finding,
  tables: FactTables = factTables,
): Pick<Needs, 'specs' | 'contents'> | undefined {
  const parts = [...conditionsOf(finding)];
  const needsTime = parts.some(
    (part) =>
      (part.kind === 'compare' && 'duration' in part.operand) ||
      (part.kind === 'lines' && part.within !== undefined),
  );
  if (needsTime) return undefined;
  const { specs, contents } = namedBy([finding], tables);
  const ofHost = parts.some(({ kind }) => kind === 'host') ? ['os_release'] : [];
  return { specs: new Set([...specs, ...ofHost].sort()), contents };
}

/** The tables and specs that findings name themselves. */
function namedBy(findings: readonly Finding[], tables: FactTables): Needs {
  const named = new Set<string>();
  const contents = new Set<string>();
  const specs = new Set<string>();
  for (const finding of findings) {
    if (finding.each !== undefined) named.add(finding.each);
    for (const part of conditionsOf(finding)) {
      if (part.kind === 'exists' || part.kind === 'count') named.add(part.table);
      if (part.kind === 'lines') for (const spec of part.specs) contents.add(spec);
      if (part.kind === 'share') contents.add(part.spec);
      if (part.kind === 'outcome') specs.add(part.spec);
    }
  }
  for (const table of named) for (const spec of specsOfTable(tables, table)) specs.add(spec);
  for (const spec of contents) specs.add(spec);
  return { tables: named, contents, specs };
}

/** Specs that show which host it is, whether it is a container, and when its lines were written. */
const hostSpecs = [
  'hostname_default',
  'os_release',
  'uname',
  'virt_what',
  'ps_auxww',
  'proc_stat',
  'timedatectl_status',
];
