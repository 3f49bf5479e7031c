import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { Archive, ArchiveFile } from '@hostspec/archive';
import type { Finding } from '@hostspec/findings';
import type { Host } from '@hostspec/spec';
import type { Answers } from '../findings/answers.js';
import type { Places } from '../summary/sources.js';
import { summarize } from '../summary/summarize.js';
import { blockBytes, type Docs, marginBytes, markedFiles, plannedReport } from './index-of.js';
import { jsonElement, pageEnd, pageStart } from './page-start.js';

const deflate = promisify(deflateRaw);
// More would wait for a processor, and each one holds its content and its compressed form.
const atOnce = 4;

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

/**
 * The content of files, one after the other, as compressed blocks in base64. Each block begins with the last `margin` bytes of
 * the one before and ends with as many of the next one, so that it can be searched alone. Memory does not grow with the content.
 */
async function* compressedBlocks(
  files: readonly ArchiveFile[],
  size: number,
  margin: number,
): AsyncGenerator<string> {
  const waiting: Promise<string>[] = [];
  for await (const block of blocksOf(files, size, margin)) {
    const compressed = deflate(block, { level: 1 }).then((bytes) => bytes.toString('base64'));
    // A failure is thrown when its turn comes, not before.
    compressed.catch(() => {});
    waiting.push(compressed);
    if (waiting.length >= atOnce) yield (await waiting.shift()) ?? '';
  }
  for (const compressed of waiting) yield await compressed;
}

/** The content of files in blocks of a size, with their margins; the first one has none before it, the last ones may be smaller. */
async function* blocksOf(
  files: readonly ArchiveFile[],
  size: number,
  margin: number,
): AsyncGenerator<Buffer> {
  const full = margin + size + margin;
  let block = Buffer.allocUnsafe(full);
  // The first block has no margin before it: its part of the buffer stays unused.
  let start = margin;
  let filled = margin;
  const next = (): void => {
    const rest = block.subarray(size, filled);
    block = Buffer.allocUnsafe(full);
    filled = rest.copy(block);
    start = 0;
  };
  for (const file of files) {
    let left = file.bytes;
    for await (const piece of file.stream()) {
      for (let at = 0; at < piece.length && left > 0; ) {
        const part = piece.subarray(at, at + Math.min(full - filled, left));
        block.set(part, filled);
        filled += part.length;
        left -= part.length;
        at += part.length;
        if (filled < full) continue;
        yield block.subarray(start);
        next();
      }
    }
    if (left > 0) throw new Error(`content ended ${left} bytes too early`);
  }
  for (; filled > margin; next()) yield block.subarray(start, filled);
}
