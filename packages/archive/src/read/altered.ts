import { createHash } from 'node:crypto';
import type { ArchiveItem } from './archive.js';

/** How the content of an item, with this hash, differs from the manifest; undefined if it matches, or if the manifest has no size and hash. */
export function alteration({ record, bytes }: ArchiveItem, sha256: string): string | undefined {
  if (record.bytes !== undefined && record.bytes !== bytes)
    return `was changed: it has ${bytes} bytes, the manifest says ${record.bytes}`;
  if (record.sha256 === undefined || record.sha256 === sha256) return undefined;
  return `was changed: it has sha256 ${sha256}, the manifest says ${record.sha256}`;
}

/** The hash of a content. */
export async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
