import type { MaskedCounts, Redaction } from '@hostspec/spec';
import type { SkippedMember } from '../archive-index.js';
import { type ByteCount, byteCount, type CountedInput } from '../archive-limits.js';
import { createSpool, type Spool } from '../read/spool.js';

/** Settings and receivers for masking one input. */
interface Masking extends CountedInput {
  readonly redaction: Redaction;
  /** Keep compressed content that hostspec cannot open, unmasked. */
  readonly keepsPacked: boolean;
  /** Called with the masks of one file, including its name. */
  counted(counts: MaskedCounts): void;
  left(member: SkippedMember): void;
  closed(member: SkippedMember): void;
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
