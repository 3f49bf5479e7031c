import { mappedSentence } from '@hostspec/archive';
import type { CollectReport } from '@hostspec/engine';
import { atMost, bytesText, counted, defined, notableStatuses, someOf } from '@hostspec/host-kit';
import { joinWords, type Mapped, type OutcomeStatus, outcomeStatuses } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { options } from '../runs/collect-options.js';
import type { Interrupts } from '../runs/signals.js';
import { nothingCollected, type Problem, type Tally } from '../runs/tally.js';
import { type Style, styleOf } from '../style.js';
import { oneLine, printable, secondsText } from '../text.js';
import { wrapWide } from '../width.js';

/** Prints how a run went, and returns its exit status. The archive's path is the last line of standard output, unless NDJSON goes there; on a terminal, the command to look at it follows. */
export function say(
  summary: Summary,
  interrupts: Interrupts,
  { json, quiet, output }: Values<typeof options>,
  io: Io,
): number {
  const status = statusOf(summary, interrupts);
  const out = output === '-' ? io.err : io.out;
  const { failure } = summary.report;
  if (json) out.write(`${JSON.stringify(summaryData(summary))}\n`);
  else {
    if (!quiet) out.write(summaryText(summary, styleOf(out, io), out.columns ?? 160));
    if (output !== '-') out.write(`${printable(summary.archive)}\n`);
    // A program takes the last line for the path; a person wants to know what to do with it.
    if (output !== '-' && !quiet && out.isTTY)
      out.write(`${joinWords(['hostspec', 'summary', summary.archive])}\n`);
  }
  if (failure) io.err.write(`hostspec: ${failure.message}\n`);
  else if (status === exitStatus.failure) io.err.write(`hostspec: ${nothingCollected(summary.tally)}\n`);
  return status;
}

function statusOf({ report, tally }: Summary, interrupts: Interrupts): number {
  const signalled = interrupts.status();
  // A signal that arrives after everything is collected changes nothing.
  if (signalled !== undefined && report.interrupted !== undefined) return signalled;
  if (report.failure) return report.failure.code === 'NO_SPACE' ? exitStatus.noSpace : exitStatus.failure;
  return tally.items > 0 ? exitStatus.done : exitStatus.failure;
}

/** What a run came to. */
export interface Summary {
  readonly report: CollectReport;
  readonly tally: Tally;
  readonly archive: string;
  /** How long it took, whatever was done to the clock meanwhile. */
  readonly seconds: number;
  /** Whether a user other than root ran it on the running host. */
  readonly isUser: boolean;
  /** Work directories of killed runs beside the archive. */
  readonly unfinished: readonly string[];
  /** The kinds of identity that this run mapped. They count as masked, too. */
  readonly mapped?: readonly string[];
  /** How identity is mapped in the archive, by this run or before it. */
  readonly identity?: Mapped | undefined;
}

const mostProblems = 20;
const mostNames = 20;
const mostNotEntered = 10;
const mostLines = 3;
const leastWidth = 40;

/** The summary for a person, what matters most first; the archive's path is not in it. */
export function summaryText(summary: Summary, style: Style, terminalWidth: number): string {
  const { report, tally, isUser, unfinished } = summary;
  const { interrupted, notEntered, notes } = report;
  const width = Math.max(terminalWidth, leastWidth);
  const denied = isUser ? tally.problems.filter(({ status }) => status === 'denied') : [];
  const blocks = [
    [
      ...headline(summary, style, width),
      ...(interrupted === undefined ? [] : wrapWide(`The run ended early: ${sentence(interrupted)}`, width)),
    ],
    problemLines(
      summary,
      tally.problems.filter((problem) => !denied.includes(problem)),
      style,
      width,
    ),
    deniedLines(denied, width),
    tally.hasSlowCommands
      ? wrapWide(
          'To give each command more time than the default of 10 s: hostspec collect --timeout SECONDS',
          width,
        )
      : [],
    countLines(tally, width),
    maskedLines(summary, width),
    notEntered.length > 0 ? ['Not searched, or not to the end:', ...listed(notEntered, width)] : [],
    notes.flatMap((note) => wrapWide(printable(note), width)),
    unfinishedLines(unfinished, width),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')}\n`;
}

function headline({ report, tally, seconds }: Summary, style: Style, width: number): string[] {
  const { hostname, root } = report;
  const where = root === '/' ? printable(hostname) : `${printable(hostname)} in ${printable(root)}`;
  const what = `${counted(tally.items, 'item')}, ${bytesText(tally.bytes)}, from ${counted(tally.specs, 'spec')}`;
  const [first = '', ...rest] = wrapWide(`${where}: ${what} in ${secondsText(seconds)}`, width);
  const end = first.indexOf(' ');
  return [style.bold(first.slice(0, end)) + first.slice(end), ...rest];
}

function countLines({ counts, specs, deselected, forOthers }: Tally, width: number): string[] {
  if (specs === 0 && deselected > 0) return [`Outcomes: ${deselected} deselected.`];
  const others = (status: OutcomeStatus): number => (status === 'skipped' ? forOthers : 0);
  const parts = [
    ...outcomeStatuses.map((status) => [counts[status] - others(status), status] as const),
    [forOthers, 'for other distributions'] as const,
  ].flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  return parts.length === 0 ? [] : wrapWide(`Outcomes: ${parts.join(', ')}.`, width);
}

function maskedLines({ tally, mapped = [], identity, archive }: Summary, width: number): string[] {
  const total = (isWanted: (rule: string) => boolean): number =>
    Object.entries(tally.masked).reduce((sum, [rule, count]) => sum + (isWanted(rule) ? count : 0), 0);
  const parts = [
    [
      total((rule) => !mapped.includes(rule)),
      'secret',
      'masked. To list the rules that found them:',
      ['show-redactions', archive],
    ],
    [
      total((rule) => mapped.includes(rule)),
      'name or address',
      `mapped (${mapped.join(', ')}). To restore them with the same ${identity?.list ? 'list' : 'key'}:`,
      ['unmap', archive, '--output', 'COPY'],
    ],
  ] as const;
  const lines = parts.flatMap(([values, noun, rest, next]) => {
    if (values === 0) return [];
    const were = values === 1 ? 'was' : 'were';
    return [...wrapWide(`${counted(values, noun, plurals[noun])} ${were} ${rest}`, width), commandLine(next)];
  });
  const isSaid = parts[1][0] > 0;
  return isSaid ? lines : [...lines, ...wrapWide(mappedSentence({ mapped: identity }), width)];
}

const plurals = { secret: 'secrets', 'name or address': 'names and addresses' };

/** A command that is broken into lines cannot be copied. */
const commandLine = (words: readonly string[]): string => `  ${printable(joinWords(['hostspec', ...words]))}`;

function problemLines(
  { archive }: Summary,
  problems: readonly Problem[],
  style: Style,
  width: number,
): string[] {
  if (problems.length === 0) return [];
  const sorted = problems.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  // Specs that run the same program often fail for the same reason.
  const groups = new Map<string, Problem[]>();
  for (const problem of notableStatuses.flatMap((status) => sorted.filter((one) => one.status === status))) {
    const key = `${problem.status} ${problem.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const shown = [...groups.values()].slice(0, mostProblems);
  const lines = shown.flatMap((group) => {
    const [{ status, reason } = { status: 'failed', reason: '' }] = group;
    return [
      ...indented(`${status}: ${namesText(group)}`, 2, width).map(style.bold),
      ...indented(oneLine(reason, mostLines * (width - 4)), 4, width).map(style.dim),
    ];
  });
  const more = problems.length - shown.flat().length;
  const rest =
    more > 0
      ? [
          ...indented(`There are ${more} more. To list every outcome:`, 2, width),
          commandLine(['read', archive]),
        ]
      : [];
  const head = problems.length === 1 ? 'One spec needs a look:' : `${problems.length} specs need a look:`;
  return [head, ...lines, ...rest];
}

/** Tells a user once that root gets more, not for each spec. */
function deniedLines(denied: readonly Problem[], width: number): string[] {
  if (denied.length === 0) return [];
  const [were, them] = denied.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return [
    ...wrapWide(`${counted(denied.length, 'spec')} ${were} denied to this user.`, width),
    ...wrapWide(`To collect ${them}, run hostspec as root.`, width),
    ...indented(namesText(denied), 2, width),
  ];
}

function namesText(problems: readonly Problem[]): string {
  return someOf(problems.map(({ name }) => name).sort(), mostNames);
}

function unfinishedLines(unfinished: readonly string[], width: number): string[] {
  if (unfinished.length === 0) return [];
  const head =
    unfinished.length === 1
      ? 'An earlier run was killed before its archive was complete. To complete it:'
      : 'Earlier runs were killed before their archives were complete. To complete them:';
  return [...wrapWide(head, width), ...unfinished.map((path) => commandLine(['finish', path]))];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? printable(text) : `${printable(text)}.`;
}

function indented(text: string, indent: number, width: number): string[] {
  return wrapWide(text, width - indent).map((line) => ' '.repeat(indent) + line);
}

function listed(texts: readonly string[], width: number): string[] {
  return atMost(texts, mostNotEntered).flatMap((text) => indented(printable(text), 2, width));
}

/** The summary for a program. */
export function summaryData({ report, tally, archive, seconds, unfinished, identity }: Summary): object {
  const { tool, hostname, root, started, interrupted, variant, domains, notEntered, notes, failure } = report;
  return defined({
    archive,
    tool,
    hostname,
    root,
    started: new Date(started).toISOString(),
    duration: Math.round(seconds * 1000) / 1000,
    interrupted,
    failure: failure && { code: failure.code, message: failure.message },
    variant,
    domains,
    specs: tally.specs,
    items: tally.items,
    bytes: tally.bytes,
    counts: tally.counts,
    forOthers: tally.forOthers,
    masked: tally.masked,
    mapped: identity,
    problems: tally.problems,
    notEntered,
    notes,
    unfinished,
  });
}
