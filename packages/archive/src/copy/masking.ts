import type { MaskedCounts, Redaction } from '@hostspec/spec';
import type { SkippedMember } from '../archive-index.js';
import { type ByteCount, byteCount, type CountedInput } from '../archive-limits.js';
import { createSpool, type Spool } from '../read/spool.js';

/** What is told while one input is masked. */
export interface MaskingReceivers {
  /** Called with the masks of each file, including its name. */
  counted(counts: MaskedCounts): void;
  left(member: SkippedMember): void;
  /** Called for each member that is kept unopened: because of `keepsPacked`, or because the archive marks it as raw. */
  closed(member: SkippedMember): void;
}

/** Settings and receivers for masking one input. */
interface Masking extends CountedInput, MaskingReceivers {
  readonly redaction: Redaction;
  /** Keep compressed content that hostspec cannot open, unmasked. */
  readonly keepsPacked: boolean;
  readonly signal?: AbortSignal;
}

/** State shared while masking one input. */
export interface MaskingWork extends Masking, ByteCount {
  /** A spool for the content of a member at a depth. It may have old content. */
  spool(depth: number): Spool;
  close(): Promise<void>;
}

/** Begins masking. Spools are made in `temporaryDirectory`. */
export function maskingWork(masking: Masking, temporaryDirectory: string): MaskingWork {
  const spools: Spool[] = [];
  const count = byteCount(masking);
  return {
    ...masking,
    take(bytes) {
      masking.signal?.throwIfAborted();
      count.take(bytes);
    },
    failure: count.failure,
    spool(depth) {
      spools[depth] ??= createSpool(temporaryDirectory);
      return spools[depth];
    },
    async close() {
      for (const spool of spools) await spool?.close();
    },
  };
}
