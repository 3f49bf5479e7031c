import type { Archive } from '@hostspec/archive';
import type { Finding } from '@hostspec/findings';
import type { Host } from '@hostspec/spec';
import type { Answers } from '../findings/answers.js';
import type { Places } from '../summary/sources.js';
import { summarize } from '../summary/summarize.js';
import { compressedBlocks } from './blocks.js';
import { blockBytes, type Docs, marginBytes, plannedReport } from './index-of.js';
import { markedFiles } from './marked-files.js';
import { jsonElement, pageEnd, pageStart } from './page-start.js';

/** What a report has besides the content of its archive. */
export interface ReportContent {
  /** The doc lines of specs by name. Default: none. */
  readonly docs?: Docs;
  /** The problems that are looked for. Default: none. */
  readonly findings?: readonly Finding[];
  /** Where content is in an archive without outcomes, as for `archiveFacts`. */
  readonly places?: Places | undefined;
  /** Which commands the archive has an answer to, as for `withAnswers`. Default: no command is marked. */
  readonly answers?: Answers;
}

/**
 * The report of an open archive as one HTML file, in pieces of text: it works without a network, loads nothing, and contains
 * all content of the archive. `host` is the archive as a host. Memory does not grow with the content.
 */
export async function* reportHtml(
  archive: Archive,
  host: Host,
  { docs = new Map(), findings = [], places, answers }: ReportContent = {},
): AsyncGenerator<string> {
  const summary = await summarize(archive, host, findings, places, answers);
  const { index, files } = plannedReport(archive, summary, docs);
  yield await pageStart('hostspec report', index, import('../page/main.js?page'));
  let number = 0;
  const marked = markedFiles(files, blockBytes);
  for await (const block of compressedBlocks(marked.files, blockBytes, marginBytes))
    yield `<script type="application/octet-stream" id="block-${number++}">${block}</script>\n`;
  yield jsonElement('marks', marked.marks);
  yield pageEnd;
}
