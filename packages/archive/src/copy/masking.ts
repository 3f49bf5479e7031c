import type { MaskedCounts, Redaction } from '@hostspec/spec';
import type { SkippedMember } from '../archive-index.js';
import { type ArchiveLimits, overLimit } from '../archive-limits.js';
import { createSpool, type Spool } from '../read/spool.js';

/** Settings and receivers for masking one input. */
interface Masking {
  readonly redaction: Redaction;
  /** Keep compressed content that hostspec cannot open, unmasked. */
  readonly keepsPacked: boolean;
  /** For messages. */
  readonly path: string;
  readonly limits: ArchiveLimits;
  /** Called with the masks of one file, including its name. */
  counted(counts: MaskedCounts): void;
  left(member: SkippedMember): void;
  closed(member: SkippedMember): void;
  readonly signal?: AbortSignal;
}

/** State shared while masking one input. */
export interface MaskingWork extends Masking {
  /** Counts unpacked bytes. @throws HostspecError `INVALID_ARCHIVE` if there are too many. */
  take(bytes: number): void;
  /** The error of `take`, if any. The whole work has failed then. */
  failure(): unknown;
  /** A spool for the content of a member at a depth. It may have old content. */
  spool(depth: number): Spool;
  close(): Promise<void>;
}

/** Begins masking. Spools are made in `temporaryDirectory`. */
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
