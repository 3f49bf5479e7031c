import type { CheckResult, Found, Hit, Severity, Undecided } from '@hostspec/findings';
import type { Style } from '../style.js';
import { counted, printable } from '../text.js';
import { wrapWide } from '../width.js';

/** The width of the column of severities. */
export const severityWidth = 'warning'.length;
const mostShown = 5;

/** What counts by its severity. */
export type BySeverity = Pick<Found, 'severity'>;

/** What was found on one host or on several. */
export interface Problems {
  readonly found: readonly BySeverity[];
  readonly undecided: readonly BySeverity[];
}

const notCollected = /^(?:was not collected|is skipped: deselected by )/;

/**
 * A problem in a few lines: severity and title of each row, what it says, what to do, and where it comes from. In brief, only
 * titles and what to do.
 */
export function problemText(
  { id, severity, because, count, hits, link, reason }: Found,
  style: Style,
  width: number,
  form: 'whole' | 'brief' = 'whole',
): string {
  const isWhole = form === 'whole';
  const indent = because === undefined ? '' : '  ';
  const lines = (text: string, mark = (line: string): string => line): string[] =>
    wrapWide(printable(text), Math.max(20, width - indent.length - severityWidth - 2)).map(
      (line) => `${indent}${' '.repeat(severityWidth)}  ${mark(line)}`,
    );
  const shown = hits.slice(0, isWhole ? mostShown : 1);
  const [first] = shown;
  const more = count - shown.length;
  const source = [id, placeText(first), ...(because === undefined ? [] : [`because of ${because}`])];
  const [head = '', ...rest] = [
    ...shown.flatMap(({ title, says = '' }) => [
      ...lines(title, style.bold),
      ...(isWhole && says !== '' ? lines(says) : []),
    ]),
    ...(more > 0 ? lines(`and ${more} more`) : []),
    ...lines(first?.do ?? link ?? ''),
    ...(reason === undefined ? [] : lines(`Severity changed: ${reason}`)),
    ...(isWhole ? lines(source.join('  '), style.dim) : []),
  ].filter((line) => line.trim() !== '');
  const start = `${indent}${style.bold(severity.padEnd(severityWidth))}${head.slice(indent.length + severityWidth)}`;
  return [start, ...rest].map((line) => `${line}\n`).join('');
}

function placeText(hit: Hit | undefined): string {
  if (!hit?.at) return '';
  const { spec, line } = hit.at;
  return line === undefined ? spec : `${spec}, line ${line}`;
}

/** What could not be decided, by reason. What needs only specs that were not collected is one row, if it is much. */
export function undecidedText(undecided: readonly Undecided[], style: Style, width: number): string {
  const isUncollected = ({ needs }: Undecided): boolean => needs.every(({ why }) => notCollected.test(why));
  const uncollected = undecided.filter(isUncollected);
  const together = uncollected.length > mostIds ? uncollected.flatMap(({ needs }) => needs) : undefined;
  const byReason = new Map<string, string[]>();
  for (const each of undecided) {
    const reason = reasonText((isUncollected(each) && together) || each.needs);
    byReason.set(reason, [...(byReason.get(reason) ?? []), each.id]);
  }
  if (byReason.size === 0) return '';
  const lines = [...byReason].flatMap(([reason, ids]) =>
    wrapWide(printable(`${idsText(ids)}: ${reason}`), Math.max(20, width - 2)).map((line) => `  ${line}\n`),
  );
  return `${style.bold('Not known')}\n${lines.join('')}`;
}

const mostIds = 12;
const mostSpecs = 3;

function idsText(ids: readonly string[]): string {
  const more = ids.length - mostIds;
  return `${ids.slice(0, mostIds).join(', ')}${more > 0 ? ` and ${more} more (--json has all)` : ''}`;
}

function reasonText(needs: Undecided['needs']): string {
  const uncollected = needs.filter(({ why }) => notCollected.test(why)).map(({ spec }) => spec);
  const absent = [...new Set(uncollected)];
  if (absent.length < 2) return needs.map(({ spec, why }) => `${spec} ${why}`).join('; ');
  const others = needs.filter(({ why }) => !notCollected.test(why)).map(({ spec, why }) => `${spec} ${why}`);
  const more = absent.length > mostSpecs ? ` and ${absent.length - mostSpecs} more` : '';
  return [`none of ${absent.slice(0, mostSpecs).join(', ')}${more} was collected`, ...others].join('; ');
}

/** What was not looked for, with the reason. */
export function skippedText(skipped: CheckResult['skipped']): string {
  return skipped.map(({ id, reason }) => `Not looked for: ${printable(id)}: ${printable(reason)}\n`).join('');
}

/** How many problems of each severity there are, in how many checks; `where` says of what. */
export function countText(
  { found, undecided, skipped, checked }: Problems & Pick<CheckResult, 'checked' | 'skipped'>,
  where = '',
): string {
  const of = (wanted: Severity): number => found.filter(({ severity }) => severity === wanted).length;
  const parts = [
    counted(of('error'), 'error'),
    counted(of('warning'), 'warning'),
    counted(of('notice'), 'notice'),
  ];
  const open = undecided.length === 0 ? '' : `; ${undecided.length} could not be decided`;
  const left = skipped.length === 0 ? '' : `; ${skipped.length} not looked for`;
  return `${parts.filter((part) => !part.startsWith('0 ')).join(', ') || 'No problem found'} in ${counted(checked, 'check')}${where}${open}${left}\n`;
}
