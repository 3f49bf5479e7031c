import type { Brand, Domain, Outcome, RunReport } from '@hostspec/spec';

/** The file at the top of an archive that says what was planned and what became of it. */
export interface Manifest {
  readonly kind: 'hostspec';
  /** Raised when a reader of the former shape would go wrong. */
  readonly formatVersion: 1;
  /** Name and version of what collected, such as `hostspec 1.0.0`. */
  readonly tool: string;
  readonly hostname: string;
  /** The directory that was inspected as the root of a host; `/` on the running machine. */
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds since the epoch. */
  readonly finished: number;
  /** Why the run ended before all was done; absent where it did not. */
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

/** The version of the manifest's shape that this package writes. */
export const formatVersion = 1;

/** The manifest without its outcomes. */
export type ManifestHead = Omit<Manifest, 'outcomes'>;

/** What a manifest says of the run as a whole. */
export function manifestHead(report: RunReport, tool: string): ManifestHead {
  const { hostname, root, started, finished, interrupted, variant, brand, domains, notEntered, notes } =
    report;
  return {
    kind: 'hostspec',
    formatVersion,
    tool: report.tool ?? tool,
    hostname,
    root,
    started,
    finished,
    ...(interrupted !== undefined && { interrupted }),
    ...(variant !== undefined && { variant }),
    brand,
    domains,
    notEntered,
    notes,
  };
}

/** The manifest as JSON text with one outcome a line; `outcomes` are JSON already. */
export function manifestText(head: ManifestHead, outcomes: readonly string[]): string {
  const opening = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${opening},\n  "outcomes": [\n${outcomes.join(',\n')}\n  ]\n}\n`;
}
