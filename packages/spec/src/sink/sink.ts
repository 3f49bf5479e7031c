import type { Brand } from '../catalog/brand.js';
import type { Domain } from '../catalog/catalog.js';
import type { CollectionType } from '../catalog/types.js';
import type { ArchiveKind, HostIdentity, Keywords, Piece, TakePiece } from '../host/collecting-host.js';
import type { Container, Item, MaskedCounts, Outcome, Source } from './outcome.js';

/** The information that a sink needs to place content. */
export interface ItemPlace {
  readonly spec: string;
  readonly source: Source;
  /** The line that the file name is made from; only for commands. Contains no secret. */
  readonly commandLine?: string;
  readonly saveAs?: string;
  readonly container?: Container;
  /** The path that the content of a packed file is stored as: its own, without the suffix. */
  readonly unpackedPath?: string;
}

/** An item of a sink that is being written. */
export interface OpenItem {
  /** Its path below the archive's `data/`. */
  readonly path: string;
  /** Writes the next piece. @throws as `open`. */
  readonly write: TakePiece;
}

/** A spec of the plan, as announced to a sink before the run: the parts that it needs. */
export interface AnnouncedSpec {
  readonly name: string;
  readonly domain: string;
  readonly type: CollectionType;
  /** Set on a `first_of` or `head` that can give several items, as the types `glob_file` and `foreach_*` always can. */
  readonly multiOutput?: boolean;
}

/** The time that logs and the journal were collected for. */
interface CollectedWindow {
  /** In UTC, such as `2026-11-20T13:00:00.000Z`; absent if it has no beginning. */
  readonly since?: string;
  /** In UTC; absent if it has no end. */
  readonly until?: string;
  /** The window as it was asked for. */
  readonly asked: string;
}

/** What is known about a run from its beginning. */
interface RunFacts extends HostIdentity {
  /** Name and version of the collector, such as `hostspec 1.0.0`. */
  readonly tool?: string;
  readonly domains: readonly Domain[];
  readonly variant?: string;
  /** The names of the profiles that selected specs; absent if none did. */
  readonly profiles?: readonly string[];
  readonly brand: Brand;
  readonly hostname: string;
  readonly root: string;
  /** The kind of the archive that was collected; absent for a host, and for an archive that hostspec made of one. */
  readonly collectedFrom?: ArchiveKind;
  /** The ids that the collector's own processes have on the host. */
  readonly processes?: readonly number[];
  /** How identity was mapped; undefined if it was not. */
  readonly mapped?: Mapped;
  /** Digits made from the key of the masks; undefined if the key was random. */
  readonly maskKey?: string;
  /** The time that logs were collected for, if it was asked for. */
  readonly window?: CollectedWindow;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** Information about a run when it begins. */
export interface RunStart extends RunFacts {
  /** The specs of the plan, in catalog order. */
  readonly specs: readonly AnnouncedSpec[];
}

/** Information about a run when it ends. */
export interface RunReport extends RunFacts {
  /** The names of the plan's specs, in catalog order. */
  readonly order: readonly string[];
  readonly finished: number;
  /** Why the run ended early; undefined if it did not. */
  readonly interrupted?: string;
  /** Mounts that were not entered, each with the reason. */
  readonly notEntered: readonly string[];
  /** Further notes on the run, in words. */
  readonly notes: readonly string[];
}

/** Stores what was collected. Calls for the same item never overlap. */
export interface Sink {
  /** Records what completes the archive if this process dies. Called before the first `open`. */
  begin(start: RunStart): void;
  /** Begins an item; each has a path of its own. @throws HostspecError `NO_SPACE` or `SINK`. */
  open(place: ItemPlace): Promise<OpenItem> | OpenItem;
  /** Completes an item. @throws as `open`. */
  keep(open: OpenItem, item: Item): Promise<void> | void;
  /** Removes an item that is not kept. */
  discard(open: OpenItem): Promise<void> | void;
  /** Takes the outcome of a spec, once all its items are kept. */
  write(outcome: Outcome): Promise<void> | void;
  /** Completes the archive; returns where it is. */
  finish(report: RunReport): Promise<string>;
  /** Contents of a kept item; until `finish`. */
  read(item: Item): Promise<Uint8Array>;
  /** Discards an unfinished archive. */
  close(): Promise<void>;
}

/** How identity was mapped to tokens: what is needed, besides the key, to restore it. */
export interface Mapped {
  /** Such as `ip` and `host`. */
  readonly kinds: readonly string[];
  /** Set if MAC addresses kept the bytes of their vendor. */
  readonly keepVendor?: true;
  /** Set if only the list that was written with it can restore what was mapped. */
  readonly list?: true;
  /** 8 hexadecimal digits to check a key with. They are made from it, and it cannot be computed from them. */
  readonly keyCheck: string;
}

/** Masks the content of one file or output, in pieces. */
export interface ContentRedactor {
  /** Masks the next piece; returns what is decided by now. */
  push(piece: Piece): Piece;
  /** Returns the rest, and ends this content; nothing may be pushed after it. */
  end(): Piece;
  /** What was masked in this content so far. */
  masked(): MaskedCounts;
  /**
   * The redactors of which this one is a chain: each gets what the one before it returns. Calling them one by one leaves room for other
   * work in between.
   */
  readonly stages?: readonly ContentRedactor[];
}

/** What is known of a content before it begins. */
export interface ContentOrigin {
  /** Its path on the host or its name in an archive. That of an output is made from the command line. */
  readonly path?: string;
}

/** Masks what leaves a host: content, and the texts that go with it. Equal values get equal masks throughout one redaction. */
export interface Redaction {
  /** Begins the content of one file or output. */
  content(origin?: ContentOrigin): ContentRedactor;
  /** Words without which it leaves content unmasked, unless the origin says more. A host that reads content can look for them there. */
  readonly keywords?: Keywords;
  /** Set if identity is mapped to tokens: how. */
  readonly mapped?: Mapped;
  /** Set if other runs can make the same masks: 8 hexadecimal digits made from their key, which cannot be computed from them. */
  readonly maskKey?: string;
  /** Masks a short text, such as a command line, a path or a reason. A text without a secret is returned as it is. */
  text(text: string): string;
}
