import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import type { ArchiveDiff } from '../compare/archive-diff.js';
import { comparisonHtml } from '../compare/comparison-html.js';
import { temporaryDirectory } from './archives.js';
import { shippedFindings } from './shipped-findings.js';

/** Writes the page that compares two archives; returns the path of the file and its text. */
export async function writtenComparison(
  before: string,
  after: string,
  diff: ArchiveDiff,
): Promise<{ readonly path: string; readonly html: string }> {
  const [from, to] = [await openArchive(before), await openArchive(after)];
  try {
    let html = '';
    const sides = [
      { archive: from, host: await createArchiveHost(from) },
      { archive: to, host: await createArchiveHost(to) },
    ] as const;
    for await (const piece of comparisonHtml(...sides, diff, shippedFindings)) html += piece;
    const file = join(temporaryDirectory(), 'comparison.html');
    await writeFile(file, html);
    return { path: file, html };
  } finally {
    await from.close();
    await to.close();
  }
}
