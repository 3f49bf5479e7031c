import type { Brand } from './brand.js';
import type { Domain } from './catalog.js';
import type { ContainerSource, Item, Outcome, Source } from './outcome.js';
import type { CollectionType } from './types.js';

/** What a sink must know to find a place for content. */
export interface ItemPlace {
  readonly spec: string;
  readonly source: Source;
  /** The line that the file name is made from; only for commands. Holds no secret. */
  readonly commandLine?: string;
  readonly saveAs?: string;
  readonly container?: ContainerSource;
}

/** A file of a sink that content is being written to. */
export interface ItemFile {
  /** Open for reading and writing, empty; a command may write to it directly. */
  readonly fd: number;
  /** Relative to `data/`. */
  readonly path: string;
}

/** A spec of the plan, as far as a sink must know it. */
export interface PlannedSpec {
  readonly name: string;
  readonly domain: string;
  readonly type: CollectionType;
  /** Set on a `first_of` or `head` that can give several items, as the types `glob_file` and `foreach_*` always can. */
  readonly multiOutput?: boolean;
}

/** What is known of a run when it begins. */
export interface RunStart {
  /** Name and version of what collects, such as `hostspec 1.0.0`. */
  readonly tool?: string;
  readonly domains: readonly Domain[];
  readonly variant?: string;
  readonly brand: Brand;
  /** The specs of the plan, in catalog order. */
  readonly specs: readonly PlannedSpec[];
  readonly hostname: string;
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** What is known of a run when it ends. */
export interface RunReport {
  /** Name and version of what collects, such as `hostspec 1.0.0`. */
  readonly tool?: string;
  readonly domains: readonly Domain[];
  readonly variant?: string;
  readonly brand: Brand;
  /** The specs of the plan, in catalog order. */
  readonly order: readonly string[];
  readonly hostname: string;
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly finished: number;
  /** Why the run ended before all was done; undefined where it did not. */
  readonly interrupted?: string;
  /** Mounts that were not entered, each with the reason. */
  readonly notEntered: readonly string[];
  /** Further notes on the run, in words. */
  readonly notes: readonly string[];
}

/** Keeps what was collected. Calls of one sink never overlap for the same item. */
export interface Sink {
  /** Takes what must be known to complete the archive if this process dies; before the first `open`. */
  begin(start: RunStart): void;
  /**
   * Opens a file for content; two items never share one.
   *
   * @throws HostspecError `NO_SPACE` or `SINK`; the system's own error where descriptors are used up, which passes.
   */
  open(place: ItemPlace): ItemFile;
  /** Closes the file and keeps it. */
  keep(file: ItemFile, item: Item): void;
  /** Closes the file and removes it. */
  discard(file: ItemFile): void;
  /** Takes the outcome of a spec, once all its items are kept. */
  write(outcome: Outcome): Promise<void> | void;
  /** Completes the archive; returns where it is. */
  finish(report: RunReport): Promise<string>;
  /** Contents of a kept item; until `finish`. */
  read(item: Item): Promise<Uint8Array>;
  /** Gives up: removes what is not finished. */
  close(): Promise<void>;
}
