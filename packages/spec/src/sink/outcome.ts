import type { CollectionType } from '../catalog/types.js';
import type { OutcomeStatus } from './status.js';

/** How many values were masked, by the id of the rule that found them. Numbers only, never a value. */
export type MaskedCounts = Readonly<Record<string, number>>;

/** Where content came from. */
export type Source =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly argv: readonly string[] }
  | { readonly kind: 'listing'; readonly path: string };

/** The container that content came from. */
export interface Container {
  readonly image: string;
  readonly engine: string;
  readonly id: string;
}

/** A packed file whose content was stored unpacked. */
interface PackedFile {
  /** Such as `gzip`. */
  readonly format: string;
  /** Bytes of the packed file. */
  readonly bytes: number;
  /** Hexadecimal, of the packed file; set if all of it was read. */
  readonly sha256?: string;
}

/** One piece of content that was kept. */
export interface Item {
  /** Its path, relative to the archive's `data/`. */
  readonly path: string;
  readonly source: Source;
  /** The line that the archive's name was made from; only for commands. */
  readonly commandLine?: string;
  /** The path of the program that ran, if it is not the one in the command. */
  readonly program?: string;
  /** The provider's element. */
  readonly element?: string | readonly string[];
  readonly container?: Container;
  readonly saveAs?: string;
  readonly raw?: boolean;
  /** Exit status; only for commands. */
  readonly rc?: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Set if content was cut: how much remains, and why. */
  readonly truncated?: { readonly reason: string; readonly originalBytes?: number };
  /** Set if the source is a packed file, and this is what was in it. */
  readonly packed?: PackedFile;
  /** How many values were masked, by rule; set if any was. */
  readonly masked?: MaskedCounts;
  /** Seconds. */
  readonly duration: number;
}

/** One source of a spec that gave no content. */
export interface Miss {
  readonly source: Source;
  readonly container?: Container;
  readonly status: Exclude<OutcomeStatus, 'collected' | 'truncated'>;
  readonly reason: string;
  readonly rc?: number;
}

/** The outcome of one spec of the plan. */
export interface Outcome {
  readonly name: string;
  readonly domain: string;
  readonly type: CollectionType;
  readonly status: OutcomeStatus;
  /** The reason, in words; absent only if everything was collected. */
  readonly reason?: string;
  readonly items: readonly Item[];
  /** Sources without content, the first hundred of them. */
  readonly misses: readonly Miss[];
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Seconds, from the first to the last of its items. */
  readonly duration: number;
}
