import { defined } from '@hostspec/host-kit';
import { type CheckOptions, check, type Found, type Undecided } from './check.js';
import type { Evaluated } from './evaluate.js';
import type { Facts, FactTables } from './facts.js';
import { type Finding, severities } from './finding.js';
import type { Hit } from './hit.js';
import { decidingSpecs, type Needs } from './needs.js';

/** A host to check together with others. */
export interface HostToCheck {
  readonly name: string;
  readonly id: string;
  readonly facts: Facts;
  /** Returns the same text for hosts with the same content of these specs, `contents` line by line; undefined if no other host has it. */
  sharedBy(needs: Pick<Needs, 'specs' | 'contents'>): string | undefined;
}

/** A finding on a host. */
export interface FoundOnHost extends Pick<Found, 'because' | 'why' | 'count' | 'hits'> {
  readonly name: string;
  readonly id: string;
}

/** A finding that applies to some hosts. */
export interface FoundOnHosts extends Pick<Found, 'id' | 'severity' | 'link' | 'reason'> {
  readonly hosts: readonly FoundOnHost[];
}

/** A finding that cannot be decided on some hosts. */
export interface UndecidedOnHosts extends Pick<Undecided, 'id' | 'severity'> {
  /** Number of these hosts. */
  readonly hosts: number;
  /** Specs that would decide the finding, each with the reason why it does not, and the number of hosts. */
  readonly needs: readonly { readonly spec: string; readonly why: string; readonly hosts: number }[];
}

/** The findings on several hosts. */
export interface HostsResult {
  /** Number of hosts that were checked. */
  readonly hosts: number;
  /** The worst first, then those on most hosts. */
  readonly found: readonly FoundOnHosts[];
  readonly undecided: readonly UndecidedOnHosts[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** Number of findings that were looked for on each host. */
  readonly checked: number;
}

/** Looks for findings on several hosts, each as in `check`. Equal facts of several hosts are evaluated once. */
export async function checkHosts(
  findings: readonly Finding[],
  hosts: AsyncIterable<HostToCheck>,
  { tables }: Omit<CheckOptions, 'remembered'> = {},
): Promise<HostsResult> {
  const memory = newMemory(findings, tables);
  const onceOf = newHits();
  const found = new Map<string, FoundOnHosts & { readonly hosts: FoundOnHost[] }>();
  const undecided = new Map<string, Undecided & { hosts: number; readonly counts: Map<string, number> }>();
  let count = 0;
  // These are the same for each host.
  let [skipped, checked]: [HostsResult['skipped'], number] = [[], 0];
  for await (const host of hosts) {
    count++;
    const result = await check(findings, host.facts, defined({ tables, remembered: memory.of(host) }));
    ({ skipped, checked } = result);
    for (const { because, why, count: rows, hits, ...finding } of result.found) {
      const known = found.get(finding.id) ?? { ...finding, hosts: [] };
      found.set(finding.id, known);
      known.hosts.push({
        ...{ name: host.name, id: host.id, count: rows },
        hits: hits.map(({ time: _, ...hit }) => onceOf(hit)),
        ...defined({ because, why }),
      });
    }
    for (const each of result.undecided) {
      const known = undecided.get(each.id) ?? { ...each, hosts: 0, counts: new Map<string, number>() };
      undecided.set(each.id, known);
      known.hosts++;
      for (const { spec, why } of each.needs) {
        const need = JSON.stringify([spec, why]);
        known.counts.set(need, (known.counts.get(need) ?? 0) + 1);
      }
    }
  }
  return {
    hosts: count,
    found: [...found.values()].sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.hosts.length - a.hosts.length ||
        (a.id < b.id ? -1 : 1),
    ),
    undecided: [...undecided.values()].map(({ id, severity, hosts: open, counts }) => ({
      ...{ id, severity, hosts: open },
      needs: [...counts].map(([need, of]) => {
        const [spec, why] = JSON.parse(need) as [string, string];
        return { spec, why, hosts: of };
      }),
    })),
    skipped,
    checked,
  };
}

const mostKnownHits = 100_000;

/** Keeps what several hosts say in the same words in memory once. */
function newHits(): (hit: Hit) => Hit {
  const known = new Map<string, Hit>();
  return (hit) => {
    const words = JSON.stringify(hit);
    const first = known.get(words);
    if (first) return first;
    if (known.size >= mostKnownHits) known.clear();
    known.set(words, hit);
    return hit;
  };
}

/** Results of findings, by the content that decides them. */
function newMemory(findings: readonly Finding[], tables: FactTables | undefined) {
  // Many findings depend on the same specs, so the text of these is made once for each host.
  const lists = new Map<string, Pick<Needs, 'specs' | 'contents'>>();
  const listOf = new Map<Finding, string>();
  for (const finding of findings) {
    const needs = decidingSpecs(finding, tables);
    if (!needs) continue;
    const list = [...needs.specs, '+', ...needs.contents].join(' ');
    lists.set(list, needs);
    listOf.set(finding, list);
  }
  const known = new Map<string, Map<Finding, Evaluated>>();
  return {
    of({ sharedBy }: HostToCheck): NonNullable<CheckOptions['remembered']> {
      const own = new Map<string, Map<Finding, Evaluated>>();
      for (const [list, needs] of lists) {
        const text = sharedBy(needs);
        if (text === undefined) continue;
        const key = `${list}\0${text}`;
        const evaluated = known.get(key) ?? new Map<Finding, Evaluated>();
        known.set(key, evaluated);
        own.set(list, evaluated);
      }
      return {
        get: (finding) => own.get(listOf.get(finding) ?? '')?.get(finding),
        set: (finding, evaluated) => own.get(listOf.get(finding) ?? '')?.set(finding, evaluated),
      };
    },
  };
}

/** The findings of `now` that `before` does not have. */
export function onlyNew(before: HostsResult, now: HostsResult): HostsResult {
  const known = new Set(before.found.flatMap(({ id, hosts }) => hosts.map((host) => `${id} ${host.id}`)));
  return {
    ...now,
    found: now.found
      .map((each) => ({ ...each, hosts: each.hosts.filter((host) => !known.has(`${each.id} ${host.id}`)) }))
      .filter(({ hosts }) => hosts.length > 0),
  };
}

/** A sentence of a finding, with the names of its hosts and what to do. */
interface TitleOnHosts extends Pick<Hit, 'title' | 'do'> {
  readonly names: readonly string[];
}

/** The sentences of a finding on hosts, those of most hosts first. */
export function titlesOnHosts(hosts: readonly Pick<FoundOnHost, 'name' | 'hits'>[]): readonly TitleOnHosts[] {
  const found = new Map<string, { readonly hit: Hit; readonly names: Set<string> }>();
  for (const { name, hits } of hosts)
    for (const hit of hits) {
      const known = found.get(hit.title) ?? { hit, names: new Set() };
      found.set(hit.title, known);
      known.names.add(name);
    }
  return [...found.values()]
    .map(({ hit, names }) => ({ title: hit.title, ...defined({ do: hit.do }), names: [...names] }))
    .sort((a, b) => b.names.length - a.names.length);
}

/** What to do about sentences, each step once; the `link` of the finding if they do not say it. */
export function stepsOf(
  titles: readonly Pick<TitleOnHosts, 'do'>[],
  link: string | undefined,
): readonly string[] {
  const steps = new Set(titles.flatMap((title) => title.do ?? []));
  return steps.size > 0 || link === undefined ? [...steps] : [link];
}
