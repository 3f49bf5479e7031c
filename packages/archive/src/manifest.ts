import type {
  ArchiveKind,
  Brand,
  Domain,
  HostIdentity,
  Mapped,
  Outcome,
  RunReport,
  RunStart,
} from '@hostspec/spec';

/** The file at the top of an archive that lists the planned specs and their outcomes. */
export interface Manifest extends HostIdentity {
  readonly kind: 'hostspec';
  /** Increased when a reader of the former shape would misread it. */
  readonly formatVersion: 1;
  /** Name and version of the collector, such as `hostspec 1.0.0`. */
  readonly tool: string;
  readonly hostname: string;
  /** The directory that was inspected as the root of a host; `/` on the running machine. */
  readonly root: string;
  /** The kind of the archive that was collected; absent for a host, and for an archive that hostspec made of one. */
  readonly collectedFrom?: ArchiveKind;
  /** The ids that the collector's own processes had on the host. */
  readonly processes?: readonly number[];
  /** How identity was mapped; absent if it was not, and in archives of versions that did not record it. */
  readonly mapped?: Mapped;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds since the epoch. */
  readonly finished: number;
  /** Why the run ended early; absent if it did not. */
  readonly interrupted?: string;
  /** The catalog's variant. */
  readonly variant?: string;
  readonly brand: Brand;
  readonly domains: readonly Domain[];
  /** Mounts that were not entered, each with the reason. */
  readonly notEntered: readonly string[];
  readonly notes: readonly string[];
  /** Exactly one for each spec of the plan, in catalog order. */
  readonly outcomes: readonly Outcome[];
}

/** The empty file that marks the layout of insights-core. */
export const markerName = 'insights_archive.txt';

/** The manifest's file name in an archive. */
export const manifestName = 'manifest.json';

/** The version of the manifest's shape that this package writes. */
export const formatVersion = 1;

/** The manifest without its outcomes. */
export type ManifestHead = Omit<Manifest, 'outcomes'>;

/** The description of a run before it ends. */
export type RunHead = Omit<ManifestHead, 'finished' | 'interrupted' | 'notEntered' | 'notes'>;

/** The description of a run when it begins. */
export function runHead(run: RunStart | RunReport, tool: string): RunHead {
  const { hostname, root, started, brand, domains, tool: maker } = run;
  const { target, machineId, bootId, collectedFrom, processes, mapped, variant } = run;
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
    started,
    ...(variant !== undefined && { variant }),
    brand,
    domains,
  };
}

/** The description of a whole run. */
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

/** The manifest as JSON text with one outcome a line; `outcomes` are JSON already. */
export function manifestText(head: ManifestHead, outcomes: readonly string[]): string {
  const opening = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${opening},\n  "outcomes": [\n${outcomes.join(',\n')}\n  ]\n}\n`;
}
