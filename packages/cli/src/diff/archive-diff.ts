import type { AlteredItem } from '../read/altered.js';
import type { SpecDiff } from './diff-spec.js';

/** The differences between two archives. */
export interface ArchiveDiff {
  readonly before: string;
  readonly after: string;
  /** How many specs are in both archives. */
  readonly compared: number;
  /** In which ways the archives are of different hosts; empty if they are not. */
  readonly differentHosts: readonly string[];
  /** The specs that differ, those with `noise` only in what changes by itself. */
  readonly specs: readonly SpecDiff[];
  /** Specs that are in only one of the archives, because its catalog was a different one. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** Items whose content does not match the manifest of their archive. */
  readonly altered: readonly AlteredItem[];
}
