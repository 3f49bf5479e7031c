import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { reportHtml } from '../html/report-html.js';
import { temporaryDirectory } from './archives.js';
import { shippedFindings } from './shipped-findings.js';

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
