import { defined } from '@hostspec/host-kit';
import {
  collectionTypeFacts,
  type Item,
  joinWords,
  type Mapped,
  type Outcome,
  type RunReport,
  type RunStart,
} from '@hostspec/spec';

/** The file at the top of an archive: what is known of the run, and its outcomes. What a version did not record yet is absent. */
export interface Manifest extends Omit<RunReport, 'order'> {
  readonly kind: 'hostspec';
  /** Increases only if a reader of the old shape would misread the new one. */
  readonly formatVersion: 1;
  readonly tool: string;
  /** Exactly one for each spec of the plan, in catalog order. */
  readonly outcomes: readonly Outcome[];
}

/** The empty file that marks the layout of insights-core. */
export const markerName = 'insights_archive.txt';

/** Name of the manifest in an archive. */
export const manifestName = 'manifest.json';

/** The version of the manifest that this package writes. */
export const formatVersion = 1;

/** The manifest without its outcomes. */
export type ManifestHead = Omit<Manifest, 'outcomes'>;

/** Description of a run before it ends. */
export type RunHead = Omit<ManifestHead, 'finished' | 'interrupted' | 'notEntered' | 'notes'>;

/** Describes a run when it begins. */
export function runHead(run: RunStart | RunReport, tool: string): RunHead {
  const { hostname, target, machineId, bootId, root, collectedFrom, processes, mapped } = run;
  const { maskKey, window, started, variant, profiles, brand, domains } = run;
  return defined({
    kind: 'hostspec',
    formatVersion,
    tool: run.tool ?? tool,
    hostname,
    target,
    machineId,
    bootId,
    root,
    collectedFrom,
    processes,
    mapped,
    maskKey,
    window,
    started,
    variant,
    profiles,
    brand,
    domains,
  });
}

/** Describes a whole run. */
export function manifestHead(report: RunReport, tool: string): ManifestHead {
  const { finished, interrupted, notEntered, notes } = report;
  return { ...runHead(report, tool), ...defined({ finished, interrupted, notEntered, notes }) };
}

/** The manifest as JSON, one outcome per line. `outcomes` are JSON already. */
export function manifestText(head: ManifestHead, outcomes: readonly string[]): string {
  const opening = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${opening},\n  "outcomes": [\n${outcomes.join(',\n')}\n  ]\n}\n`;
}

/** Path of a spec's metadata in the layout of insights-core. */
export function metadataPath(name: string): string {
  return `meta_data/insights.specs.Specs.${name}.json`;
}

/** Whether a spec has metadata. Skipped specs do not. */
export function hasMetadata({ status, items }: Pick<Outcome, 'status' | 'items'>): boolean {
  return status !== 'skipped' || items.length > 0;
}

/** A spec's metadata for insights-core, as JSON; undefined for a skipped spec. */
export function metadataText(outcome: Outcome, multiOutput = false): string | undefined {
  if (!hasMetadata(outcome)) return undefined;
  const results = outcome.items.map(resultOf);
  // The type may come from a journal, so it may be unknown.
  const many = multiOutput || collectionTypeFacts[outcome.type]?.several || results.length > 1;
  return JSON.stringify({
    name: `insights.specs.Specs.${outcome.name}`,
    exec_time: outcome.duration,
    errors: errorsOf(outcome),
    results: results.length === 0 ? null : many ? results : results[0],
    ser_time: 0,
  });
}

function errorsOf({ items, misses, reason }: Outcome): string[] {
  const reasons = misses.map((miss) => miss.reason);
  return [...new Set(items.length === 0 && reason !== undefined ? [reason, ...reasons] : reasons)];
}

function resultOf(item: Item): { type: string; object: object } {
  const save_as = item.saveAs !== undefined;
  const place = { save_as, relative_path: item.path };
  const rc = item.rc ?? null;
  const container = item.container && {
    image: item.container.image,
    engine: item.container.engine,
    container_id: item.container.id,
  };
  if (item.source.kind === 'file')
    return {
      type: `insights.core.spec_factory.${container ? 'Container' : item.raw ? 'Raw' : 'Text'}FileProvider`,
      object: { ...place, rc, ...container },
    };
  return {
    type: `insights.core.spec_factory.${container ? 'ContainerCommand' : 'CommandOutput'}Provider`,
    object: { rc, cmd: commandOf(item), args: item.element ?? null, ...place, ...container },
  };
}

function commandOf({ commandLine, source }: Item): string {
  if (commandLine !== undefined) return commandLine;
  if (source.kind === 'command') return joinWords(source.argv);
  return `/bin/ls ${source.path}`;
}

/** What a spec gives and takes: bytes of content, and seconds of a run. */
export type Figures = readonly [bytes: number, seconds: number];

/** What the specs of a run gave and took, by name. Specs wait for one another, so each has a share of the time of the run. */
export function figuresOf({
  outcomes,
  started,
  finished,
}: Pick<Manifest, 'outcomes' | 'started' | 'finished'>): Readonly<Record<string, Figures>> {
  const ran = outcomes.filter(({ status }) => status !== 'skipped');
  const together = ran.reduce((sum, { duration = 0 }) => sum + duration, 0);
  const share = together === 0 ? 0 : (finished - started) / 1000 / together;
  return Object.fromEntries(
    ran.map(({ name, items, duration = 0 }) => [
      name,
      [items.reduce((sum, { bytes }) => sum + bytes, 0), duration * share],
    ]),
  );
}

/** Says whether names and addresses of an archive are tokens, and which kinds of them; without a manifest, it is not known. */
export function mappedSentence(
  manifest: { readonly mapped?: Pick<Mapped, 'kinds'> | undefined } | undefined,
): string {
  if (manifest === undefined)
    return 'Whether names and addresses were mapped is not known: the archive does not say.';
  return manifest.mapped === undefined
    ? 'Names and addresses were not mapped.'
    : `Names and addresses were mapped: ${manifest.mapped.kinds.join(', ')}.`;
}
