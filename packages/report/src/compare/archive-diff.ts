import { counted } from '@hostspec/host-kit';

/** Says that another mask does not show another secret, and what to do about it. */
export const noMasksCompared =
  'Masks of secrets were not compared, because the runs had different keys; collect with the same --key FILE to see which secrets changed';

/** An item whose content does not match the manifest of its archive. */
export interface AlteredItem {
  readonly archive: string;
  readonly spec: string;
  /** Below `data/`. */
  readonly path: string;
  /** The difference between the manifest and the content. */
  readonly problem: string;
}

/** The difference of one item of a spec. */
export interface ItemDiff {
  /** Below `data/`; of a file of a process that was restarted, the path in the second archive. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly bytesBefore?: number;
  readonly bytesAfter?: number;
  /** A unified diff without its header. If there is noise beside other changes, only the other changes. */
  readonly text?: string;
  /** Why there is no text. */
  readonly noText?: string;
  /** Set if only what changes by itself differs. */
  readonly noise?: true;
  /** How many lines were left out of `text` because they change by themselves; missing if none. */
  readonly noiseLines?: number;
}

/** The outcome of a spec in an archive. */
export interface SpecState {
  readonly status: string;
  readonly reason?: string;
}

/** The difference of one spec between two archives. */
export interface SpecDiff {
  readonly name: string;
  /** Its outcomes. */
  readonly before: SpecState;
  readonly after: SpecState;
  readonly items: readonly ItemDiff[];
  /** What changed by itself, if nothing else differs. */
  readonly noise?: string;
}

/** How many specs of those that were compared differ. */
export function differText(differ: number, compared: number): string {
  if (differ === 0) return `No spec differs (${compared} compared)`;
  return `${differ} of ${counted(compared, 'spec')} ${differ === 1 ? 'differs' : 'differ'}`;
}

/** The differences between two archives. */
export interface ArchiveDiff {
  readonly before: string;
  readonly after: string;
  /** How many specs both runs were asked for. */
  readonly compared: number;
  /** In which ways the archives are of different hosts; empty if they are not. */
  readonly differentHosts: readonly string[];
  /** The specs that differ in more than what changes by itself. */
  readonly specs: readonly SpecDiff[];
  /** What is left out because it changes by itself: the names of whole specs, and how many lines of `specs`. */
  readonly leftOut: { readonly specs: readonly string[]; readonly lines: number };
  /** False if masks that differ were left out: with different keys, another mask does not show another secret. */
  readonly comparesMasks: boolean;
  /** Specs that only one of the runs was asked for, or only its catalog has. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** Items whose content does not match the manifest of their archive. */
  readonly altered: readonly AlteredItem[];
}
