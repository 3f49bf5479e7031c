import { type CheckResult, type Found, type Hit, severities, type Undecided } from '@hostspec/findings';
import { counted, someOf } from '@hostspec/host-kit';
import { causeText, checksText, titleText, whatToDo } from '@hostspec/report';
import type { Style } from '../style.js';
import { printable } from '../text.js';
import { wrapWide } from '../width.js';

/** The width of the column of severities. */
export const severityWidth = 'warning'.length;
const mostShown = 5;

/** What counts by its severity. */
export type BySeverity = Pick<Found, 'id' | 'severity'>;

/** What was found on one host or on several. */
export interface Problems {
  readonly found: readonly BySeverity[];
  readonly undecided: readonly (BySeverity & Pick<Undecided, 'needs'>)[];
}

const notCollected = /^(?:was not collected|is skipped: deselected by )/;

/**
 * A problem in a few lines: severity and title of each row, what it says, what to do, and where it comes from. In brief, only
 * titles and what to do.
 */
export function problemText(
  problem: Found,
  style: Style,
  width: number,
  form: 'whole' | 'brief' = 'whole',
): string {
  const { id, severity, because, count, hits, reason } = problem;
  const isWhole = form === 'whole';
  const indent = because === undefined ? '' : '  ';
  const lines = (text: string, mark = (line: string): string => line): string[] =>
    wrapWide(printable(text), Math.max(20, width - indent.length - severityWidth - 2)).map(
      (line) => `${indent}${' '.repeat(severityWidth)}  ${mark(line)}`,
    );
  const shown = hits.slice(0, isWhole ? mostShown : 1);
  const [first] = shown;
  const more = count - shown.length;
  const source = [id, placeText(first)];
  const [head = '', ...rest] = [
    ...shown.flatMap((hit) => [
      ...lines(titleText(hit), style.bold),
      ...(isWhole && hit.says !== undefined ? lines(hit.says) : []),
    ]),
    ...(more > 0 ? lines(`and ${more} more`) : []),
    ...(isWhole ? lines(causeText(problem) ?? '') : []),
    ...lines(whatToDo(problem)),
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

/** What could not be decided, by reason. Many checks that lack only specs that were not collected share one row. */
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
  return `${someOf(ids, mostIds)}${ids.length > mostIds ? ' (--json has all)' : ''}`;
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

/** How many checks were made `where`, and what came of them. `isPart`: only some severities are in it. */
export function countText(
  { found, undecided, skipped, checked }: Problems & Pick<CheckResult, 'checked' | 'skipped'>,
  { where = '', isPart = false }: { readonly where?: string; readonly isPart?: boolean } = {},
): string {
  const counts = severities.map((wanted) =>
    counted(found.filter(({ severity }) => severity === wanted).length, wanted),
  );
  const ids = new Set([...found, ...undecided].map(({ id }) => id));
  const text = checksText({
    checks: `${counted(checked, 'check')}${where}`,
    problems: counts.filter((part) => !part.startsWith('0 ')).join(', '),
    nothing: isPart ? undefined : checked - ids.size,
    undecided,
  });
  return `${text}${skipped.length === 0 ? '' : `; ${skipped.length} not looked for`}\n`;
}
