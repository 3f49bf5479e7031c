import { defined } from '@hostspec/host-kit';
import { factTables } from '@hostspec/parse/facts';
import { type Evaluated, Evaluator, type Span } from './evaluate.js';
import type { Facts, FactTables } from './facts.js';
import { type Finding, type Severity, severities } from './finding.js';
import type { Hit } from './hit.js';
import { loadFacts } from './load-facts.js';
import { needsOf } from './needs.js';

/** A finding that applies. */
export interface Found {
  /** `DOMAIN/NAME`. */
  readonly id: string;
  readonly severity: Severity;
  /** The id of a finding before it that explains it. */
  readonly because?: string;
  /** Why it can explain it, in words that follow `because`. */
  readonly why?: string;
  /** Number of rows that match. */
  readonly count: number;
  /** The first 100 of them. */
  readonly hits: readonly Hit[];
  /** The commands that the first of them names and that need the host: its archive has no answer to them. */
  readonly onHost?: readonly string[];
  readonly link?: string;
  /** The reason of an owner who gave it another severity. */
  readonly reason?: string;
}

/** A finding that cannot be decided. */
export interface Undecided {
  readonly id: string;
  readonly severity: Severity;
  /** Specs that would decide it, each with the reason why it does not. */
  readonly needs: readonly { readonly spec: string; readonly why: string }[];
}

/** The findings on a host. */
export interface CheckResult {
  /** The worst first; below a finding, those that it explains. */
  readonly found: readonly Found[];
  readonly undecided: readonly Undecided[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** Number of findings that were looked for. */
  readonly checked: number;
}

/** Results of findings, shared by hosts with the same facts. */
export interface Remembered {
  get(finding: Finding): Evaluated | undefined;
  set(finding: Finding, evaluated: Evaluated): void;
}

/** Options of `check`. */
export interface CheckOptions {
  /** The tables that findings name. Default: those of `@hostspec/parse/facts`. */
  readonly tables?: FactTables;
  /** A finding that is remembered is not evaluated again, and its facts are not read. */
  readonly remembered?: Remembered;
}

const longest = 10_000;

/** Looks for findings in facts. Stops after 10 seconds: the remaining ones are undecided. */
export async function check(
  findings: readonly Finding[],
  facts: Facts,
  { tables = factTables, remembered }: CheckOptions = {},
): Promise<CheckResult> {
  const wanted = findings.filter(({ decision }) => !decision?.skip);
  const known = new Map(wanted.map((finding) => [finding, remembered?.get(finding)]));
  const unknown = wanted.filter((finding) => !known.get(finding));
  const loaded = await loadFacts(facts, needsOf(unknown, tables));
  const until = performance.now() + longest;
  const isOver = (): boolean => performance.now() > until;
  const evaluator = new Evaluator(loaded, tables, isOver);
  const evaluated = (finding: Finding): Evaluated => {
    const before = known.get(finding);
    if (before) return before;
    const found = evaluator.evaluate(finding);
    if (!isOver()) remembered?.set(finding, found);
    return found;
  };
  const found: Found[] = [];
  const undecided: Undecided[] = [];
  const causes = new Map<string, Evaluated['causes']>();
  const spans = new Map<string, Span>();
  const effects = new Map(findings.map(({ id, effect }) => [id, effect]));
  for (const finding of wanted) {
    const { id, link, decision } = finding;
    const { severity = finding.severity, reason } = decision ?? {};
    const { truth, hits, count, span = {}, reasons, causes: explained } = evaluated(finding);
    causes.set(id, explained);
    spans.set(id, span);
    if (truth === true) found.push({ id, severity, count, hits, ...defined({ link, reason }) });
    else if (truth === undefined)
      undecided.push({ id, severity, needs: [...reasons].map(([spec, why]) => ({ spec, why })) });
  }
  return {
    found: inOrder(found, causes, spans).map((each) => ({
      ...each,
      ...defined({ why: whyText(each, effects, causes) }),
    })),
    undecided,
    skipped: findings.flatMap(({ id, decision }) =>
      decision?.skip ? [{ id, reason: decision.reason }] : [],
    ),
    checked: wanted.length,
  };
}

/** Why a finding can follow from its cause, and what of it if not all. */
function whyText(
  { id, because = '', hits }: Found,
  effects: ReadonlyMap<string, string | undefined>,
  causes: ReadonlyMap<string, Evaluated['causes']>,
): string | undefined {
  const effect = effects.get(because);
  const titles = causes.get(id)?.get(because) ?? [];
  if (effect === undefined || titles.length === hits.length) return effect;
  const shown = titles.slice(0, mostTitles).join(', ');
  const more = titles.length > mostTitles ? ', …' : '';
  return `${effect}; this fits ${titles.length} of ${hits.length}: ${shown}${more}`;
}

const mostTitles = 3;

/** The findings in order, each below the first finding that explains it. */
function inOrder(
  found: readonly Found[],
  causes: ReadonlyMap<string, Evaluated['causes']>,
  spans: ReadonlyMap<string, Span>,
): Found[] {
  const ids = new Set(found.map(({ id }) => id));
  const causeOf = new Map<string, string>();
  for (const { id } of found) {
    const cause = [...(causes.get(id)?.keys() ?? [])].find(
      (each) => ids.has(each) && canExplain(spans.get(each), spans.get(id)) && !leadsTo(causeOf, each, id),
    );
    if (cause !== undefined) causeOf.set(id, cause);
  }
  const groupOf = (top: Found): Found[] => [
    { ...top, ...defined({ because: causeOf.get(top.id) }) },
    ...sorted(found.filter(({ id }) => causeOf.get(id) === top.id).map(groupOf)),
  ];
  return sorted(found.filter(({ id }) => !causeOf.has(id)).map(groupOf));
}

const day = 86_400_000;
/** Logs of the same moment can differ by this, in milliseconds. */
const tolerance = 60_000;

/** False if the cause was logged only after its consequence, or more than a day before it. */
function canExplain(cause: Span = {}, consequence: Span = {}): boolean {
  const { from = -Infinity, to = Infinity } = cause;
  return from <= (consequence.to ?? Infinity) + tolerance && to + day >= (consequence.from ?? -Infinity);
}

/** True if the causes of a finding lead to another one. Findings that explain each other are not put below each other. */
function leadsTo(causeOf: ReadonlyMap<string, string>, from: string, to: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = causeOf.get(at)) if (at === to) return true;
  return false;
}

/** Sorts groups by the worst severity in each, then by the number of rows. */
function sorted(groups: readonly Found[][]): Found[] {
  const worst = (group: readonly Found[]): number =>
    Math.min(...group.map(({ severity }) => severities.indexOf(severity)));
  const rows = (group: readonly Found[]): number => group.reduce((sum, { count }) => sum + count, 0);
  return groups
    .toSorted(
      (a, b) => worst(a) - worst(b) || rows(b) - rows(a) || ((a[0]?.id ?? '') < (b[0]?.id ?? '') ? -1 : 1),
    )
    .flat();
}
