import type { MaskedCounts, Redaction } from '@hostspec/spec';
import type { SkippedMember } from '../archive-index.js';
import { type ArchiveLimits, overLimit } from '../archive-limits.js';
import { createSpool, type Spool } from '../read/spool.js';

/** Work on the contents of one input. */
export interface Masking {
  readonly redaction: Redaction;
  /** Whether content that is packed in a way that is not opened is kept as it is. */
  readonly keepsPacked: boolean;
  /** For messages. */
  readonly path: string;
  readonly limits: ArchiveLimits;
  /** What was masked in one file, also in its name. */
  counted(counts: MaskedCounts): void;
  /** A member that is left out. */
  left(member: SkippedMember): void;
  /** A member that was not opened, and is kept as it is. */
  closed(member: SkippedMember): void;
  readonly signal?: AbortSignal;
}

/** What the parts of one work share. */
export interface MaskingWork extends Masking {
  /** Counts unpacked bytes. @throws HostspecError `INVALID_ARCHIVE` if there are too many. */
  take(bytes: number): void;
  /** The error of `take`, if it had one: then the whole work has failed. */
  failure(): unknown;
  /** An empty spool for the content of a member at a depth. */
  spool(depth: number): Spool;
  /** Removes the spools. */
  close(): Promise<void>;
}

/** Begins a work; its spools are in a directory. */
export function maskingWork(masking: Masking, temporaryDirectory: string): MaskingWork {
  const spools: Spool[] = [];
  let bytes = 0;
  let failure: unknown;
  return {
    ...masking,
    take(more) {
      masking.signal?.throwIfAborted();
      bytes += more;
      if (bytes <= masking.limits.bytes) return;
      failure = overLimit(masking.path, masking.limits, 'bytes');
      throw failure;
    },
    failure: () => failure,
    spool(depth) {
      spools[depth] ??= createSpool(temporaryDirectory);
      return spools[depth];
    },
    async close() {
      for (const spool of spools) await spool?.close();
    },
  };
}
