import type { CollectOptions } from '@hostspec/engine';
import type { LocalHostOptions } from '@hostspec/local-host';
import type { RunReport, Spec } from '@hostspec/spec';

/** The specs to collect, and how. */
export interface Scenario {
  readonly specs: Readonly<Record<string, Spec>>;
  /** Providers by name: their elements, or how many. */
  readonly elements?: Readonly<Record<string, readonly (string | readonly string[])[] | number>>;
  readonly host?: LocalHostOptions;
  readonly collecting?: Pick<CollectOptions, 'maxTime' | 'maxBytes'>;
  /** Where the archive goes: a directory, or a file that ends in `.tar.gz` or `.ndjson`. Default: a new directory of the host. */
  readonly target?: string;
}

/** The report of the collecting process on the run. */
export interface Answer {
  /** Absent if the run could not start. */
  readonly report?: RunReport;
  readonly where?: string;
  readonly failure?: string;
  readonly code?: string;
  /** Bytes of memory at most. */
  readonly memory: number;
}
