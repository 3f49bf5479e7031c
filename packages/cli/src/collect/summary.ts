import type { CollectReport } from '@hostspec/engine';
import { outcomeStatuses } from '@hostspec/spec';
import type { Style } from '../style.js';
import { bytesText, counted, oneLine, printable, secondsText } from '../text.js';
import type { Problem, Tally } from './tally.js';

/** What a run came to. */
export interface Summary {
  readonly report: CollectReport;
  readonly tally: Tally;
  /** Where the archive is. */
  readonly archive: string;
  /** How long it took, whatever was done to the clock meanwhile. */
  readonly seconds: number;
}

const mostProblems = 20;
const mostNotEntered = 10;

/** The summary for a person; the archive's path is not in it. */
export function summaryText({ report, tally, seconds }: Summary, style: Style, width: number): string {
  const { hostname, root, interrupted, notEntered, notes } = report;
  const duration = secondsText(seconds);
  const where = root === '/' ? printable(hostname) : `${printable(hostname)} in ${printable(root)}`;
  const lines = [
    `${style.bold(where)}: ${counted(tally.items, 'item')}, ${bytesText(tally.bytes)}, from ${counted(tally.specs, 'spec')} in ${duration}`,
  ];
  if (interrupted !== undefined) lines.push(`ended early: ${printable(interrupted)}`);
  lines.push('', ...countLines(tally));
  if (tally.problems.length > 0) lines.push('', ...problemLines(tally.problems, style, width));
  if (notEntered.length > 0)
    lines.push('', style.bold('not entered'), ...listed(notEntered, mostNotEntered, width));
  if (notes.length > 0) lines.push('', ...notes.map((note) => oneLine(note, width)));
  return `${lines.join('\n')}\n\n`;
}

function countLines({ counts }: Tally): string[] {
  return outcomeStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${String(counts[status]).padStart(5)}  ${status}`);
}

function problemLines(problems: readonly Problem[], style: Style, width: number): string[] {
  const sorted = problems.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shown = order.flatMap((status) => sorted.filter((problem) => problem.status === status));
  const rows = shown.slice(0, mostProblems);
  const nameWidth = Math.min(40, Math.max(...rows.map(({ name }) => name.length)));
  const statusWidth = Math.max(...rows.map(({ status }) => status.length));
  const lines = rows.map(({ name, status, reason }) => {
    const head = `  ${status.padEnd(statusWidth)}  ${name.padEnd(nameWidth)}  `;
    return head + style.dim(oneLine(brief(reason), Math.max(width - head.length, 40)));
  });
  const more = problems.length - rows.length;
  return more > 0 ? [...lines, `  and ${more} more; hostspec read ARCHIVE lists every outcome`] : lines;
}

/** Which program it was is known from the spec. */
function brief(reason: string): string {
  return reason.replace(/^\S+ exited with (\d+)(?=:| and |$)/, 'exit status $1');
}

const order = ['failed', 'timed out', 'truncated', 'denied'] as const;

function listed(texts: readonly string[], limit: number, width: number): string[] {
  const lines = texts.slice(0, limit).map((text) => `  ${oneLine(text, width - 2)}`);
  return texts.length > limit ? [...lines, `  and ${texts.length - limit} more`] : lines;
}

/** The summary for a program. */
export function summaryData({ report, tally, archive, seconds }: Summary): object {
  const { tool, hostname, root, started, interrupted, variant, domains, notEntered, notes, failure } = report;
  return {
    archive,
    tool,
    hostname,
    root,
    started: new Date(started).toISOString(),
    duration: Math.round(seconds * 1000) / 1000,
    ...(interrupted === undefined ? {} : { interrupted }),
    ...(failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }),
    variant,
    domains,
    specs: tally.specs,
    items: tally.items,
    bytes: tally.bytes,
    counts: tally.counts,
    problems: tally.problems,
    notEntered,
    notes,
  };
}
