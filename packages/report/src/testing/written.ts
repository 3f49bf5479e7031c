import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import type { ArchiveDiff } from '../compare/archive-diff.js';
import { comparisonHtml } from '../compare/comparison-html.js';
import { reportHtml } from '../html/report-html.js';
import { shippedFindings } from './archives.js';

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

/** Writes the report of an archive; returns the path of the file and its text. */
export async function writtenReport(
  path: string,
  docs?: ReadonlyMap<string, string>,
): Promise<{ readonly path: string; readonly html: string }> {
  const archive = await openArchive(path);
  try {
    let html = '';
    const content = { ...(docs && { docs }), findings: shippedFindings };
    for await (const piece of reportHtml(archive, await createArchiveHost(archive), content)) html += piece;
    const file = join(temporaryDirectory(), 'report.html');
    await writeFile(file, html);
    return { path: file, html };
  } finally {
    await archive.close();
  }
}
