import type { AlteredItem } from '../read/altered.js';
import type { SpecDiff } from './diff-spec.js';

/** The differences between two archives. */
export interface ArchiveDiff {
  readonly before: string;
  readonly after: string;
  /** How many specs are in both archives. */
  readonly compared: number;
  /** The specs that differ. */
  readonly specs: readonly SpecDiff[];
  /** Specs that are in only one of the archives, because its catalog was a different one. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** Items whose content does not match the manifest of their archive. */
  readonly altered: readonly AlteredItem[];
}
