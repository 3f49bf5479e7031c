import type { ArchiveFile } from '@hostspec/archive';
import { structuredPatch } from 'diff';
import { bytesText } from '../text.js';

const maxBytes = 4 * 1024 * 1024;
// The work grows with the square of the inserted and deleted lines, and nobody reads longer diffs.
const maxEdits = 4000;

/** The lines that differ between two files. */
export interface LineDiff {
  /** A unified diff without its header. */
  readonly text?: string;
  /** Why there is no text. */
  readonly noText?: string;
}

/** The lines that differ between two files, as a unified diff; or the reason for having none. */
export async function lineDiff(before: ArchiveFile, after: ArchiveFile): Promise<LineDiff> {
  if (Math.max(before.bytes, after.bytes) > maxBytes) return { noText: `larger than ${bytesText(maxBytes)}` };
  const [a, b] = [textOf(await before.read()), textOf(await after.read())];
  if (a === undefined || b === undefined) return { noText: 'not text' };
  const patch = structuredPatch('', '', a, b, '', '', { context: 2, maxEditLength: maxEdits });
  if (!patch) return { noText: `more than ${maxEdits} lines differ` };
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: hunk }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...hunk,
  ]);
  return { text: lines.join('\n') };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
