/** A change that hosts of a group have in common. */
export interface FleetChange {
  readonly group: string;
  readonly spec: string;
  readonly path: string;
  readonly line: string;
  readonly key: string;
  readonly old: string;
  readonly new: string;
  readonly hosts: number;
  /** The hosts of the group. */
  readonly ofHosts: number;
  /** Some of the hosts. */
  readonly names: readonly string[];
}

/** A value that few hosts of a group have. */
export interface FleetOutlier extends Omit<FleetChange, 'old' | 'new' | 'names'> {
  readonly subject: string;
  readonly value: string;
  readonly usual: string;
  readonly host: string;
}

/** A problem that hosts of the fleet have. */
export interface FleetProblem {
  readonly id: string;
  readonly severity: string;
  /** Its commonest sentences, each with the number of its hosts and some of their names. */
  readonly titles: readonly {
    readonly title: string;
    readonly hosts: number;
    readonly names: readonly string[];
  }[];
  readonly hosts: number;
  /** How many of these hosts did not have it before. */
  readonly newHosts: number;
  /** What to do about these sentences. */
  readonly steps: readonly string[];
}

/** A host of the fleet, with what it said last. Percent are missing if nothing says them. */
export interface FleetHost {
  readonly name: string;
  readonly group: string;
  /** The day of its last archive. */
  readonly lastDay: string;
  readonly system: string;
  readonly kernel: string;
  /** The fullest file system on a disk, in percent. */
  readonly disk?: number;
  readonly failed: number;
  /** Why its last run ended early; empty if it did not. */
  readonly interrupted: string;
  readonly finding: string;
  /** The file name of its own report, beside the page. */
  readonly report?: string;
}

/** What a page about a fleet shows. */
export interface FleetIndex {
  /** The days whose ends are compared. */
  readonly from: string;
  readonly to: string;
  /** Whether names and addresses of the hosts are tokens, as a sentence. */
  readonly mapping: string;
  readonly hosts: readonly FleetHost[];
  /** The worst first; missing if they were not looked for. */
  readonly problems?: readonly FleetProblem[];
  /** The commonest first. */
  readonly changes: readonly FleetChange[];
  /** How many changes there are besides these. */
  readonly moreChanges: number;
  /** The rarest first. */
  readonly outliers: readonly FleetOutlier[];
  /** Specs that failed at hosts, with their number. */
  readonly failedSpecs: readonly { readonly spec: string; readonly status: string; readonly hosts: number }[];
}
