import {
  type ArchiveKind,
  type Brand,
  type CollectedWindow,
  collectionTypeFacts,
  type Domain,
  type HostIdentity,
  type Item,
  joinWords,
  type Mapped,
  type Outcome,
  type RunReport,
  type RunStart,
} from '@hostspec/spec';

/** The file at the top of an archive that lists the planned specs and their outcomes. */
export interface Manifest extends HostIdentity {
  readonly kind: 'hostspec';
  /** Increases only if a reader of the old shape would misread the new one. */
  readonly formatVersion: 1;
  /** Name and version of the collector, such as `hostspec 1.0.0`. */
  readonly tool: string;
  readonly hostname: string;
  /** The directory inspected as a root; `/` on the running machine. */
  readonly root: string;
  /** The kind of the archive that was collected. Absent for a host, and for an archive that hostspec made of a host. */
  readonly collectedFrom?: ArchiveKind;
  /** Process ids that the collector had on the host. */
  readonly processes?: readonly number[];
  /** How identity was mapped. Absent if it was not, or if the version did not record it. */
  readonly mapped?: Mapped;
  /** Equal in archives whose equal secrets have equal masks. Absent if the key was random, or if the version did not record it. */
  readonly maskKey?: string;
  /** The time that logs were collected for. Absent if none was asked for. */
  readonly window?: CollectedWindow;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds since the epoch. */
  readonly finished: number;
  /** Why the run ended early. */
  readonly interrupted?: string;
  readonly variant?: string;
  /** The names of the profiles that selected specs. Absent if none did. */
  readonly profiles?: readonly string[];
  readonly brand: Brand;
  readonly domains: readonly Domain[];
  readonly notEntered: readonly string[];
  readonly notes: readonly string[];
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
  const { hostname, root, started, brand, domains, tool: maker } = run;
  const { target, machineId, bootId, collectedFrom, processes, mapped, maskKey, window, variant, profiles } =
    run;
  return {
    kind: 'hostspec',
    formatVersion,
    tool: maker ?? tool,
    hostname,
    ...(target !== undefined && { target }),
    ...(machineId !== undefined && { machineId }),
    ...(bootId !== undefined && { bootId }),
    root,
    ...(collectedFrom !== undefined && { collectedFrom }),
    ...(processes !== undefined && { processes }),
    ...(mapped !== undefined && { mapped }),
    ...(maskKey !== undefined && { maskKey }),
    ...(window !== undefined && { window }),
    started,
    ...(variant !== undefined && { variant }),
    ...(profiles !== undefined && { profiles }),
    brand,
    domains,
  };
}

/** Describes a whole run. */
export function manifestHead(report: RunReport, tool: string): ManifestHead {
  const { finished, interrupted, notEntered, notes } = report;
  return {
    ...runHead(report, tool),
    finished,
    ...(interrupted !== undefined && { interrupted }),
    notEntered,
    notes,
  };
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
