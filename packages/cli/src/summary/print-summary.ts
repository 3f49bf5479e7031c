import { mappedSentence } from '@hostspec/archive';
import type { Found } from '@hostspec/findings';
import {
  causeTextOnce,
  commandsIn,
  type Fact,
  type Summary,
  type SummarySection,
  summarize,
} from '@hostspec/report';
import { joinWords } from '@hostspec/spec';
import { archiveAnswers } from '../check/archive-answers.js';
import { chosenFindings } from '../check/chosen-findings.js';
import { installedPlaces } from '../check/installed-places.js';
import { countText, problemText, severityWidth } from '../check/problem-text.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import { fitted, padded, widthFor, widthOf, wrapWide } from '../width.js';
import { wrap } from '../wrap.js';
import type { options } from './options.js';

/** Prints what an archive says about its host; of several, after the archive's path. */
export async function printSummary(
  path: string,
  values: Values<typeof options>,
  io: Io,
  isOneOfSeveral = false,
): Promise<number> {
  const { json } = values;
  const findings = await chosenFindings(values, io);
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const summary = await summarize(
      archive,
      await createArchiveHost(archive),
      findings,
      installedPlaces(archive),
      archiveAnswers(archive),
    );
    const width = widthFor(io.out);
    const mapped = archive.manifest?.mapped;
    const isKnown = archive.manifest !== undefined;
    const text = json
      ? `${JSON.stringify({ ...summary, ...(isKnown && { mapped: mapped ?? null }) }, undefined, isOneOfSeveral ? 0 : 2)}\n`
      : `${summaryText(path, summary, styleOf(io.out, io), width)}\n${mappedSentence(archive.manifest)}\n`;
    io.out.write(isOneOfSeveral && !json ? `${printable(path)}\n\n${text}\n` : text);
    return exitStatus.done;
  });
}

const widestLabel = 28;
const mostLines = 8;

/** The problems, the worst first, then a block for each topic. */
function summaryText(path: string, { problems, sections }: Summary, style: Style, width: number): string {
  const shown = [...sections.map(withKnown), notKnown(sections)].filter(({ facts }) => facts.length > 0);
  const labels = shown.flatMap(({ facts }) => facts.map(({ label }) => widthOf(printable(label))));
  const labelWidth = Math.min(widestLabel, Math.max(0, ...labels));
  const blocks = shown.map(({ title, facts }) =>
    [style.bold(title), ...facts.map((fact) => factLine(fact, labelWidth, style, width))].join('\n'),
  );
  const found = problems.found
    .map((each, at, all) => {
      const cause = causeTextOnce(all, at);
      const line = cause === undefined ? '' : beside(`${cause}:`, style, width);
      return line + problemText(each, style, width, 'brief');
    })
    .join('');
  const first =
    problems.checked === 0
      ? ''
      : `${found === '' ? '' : `${found}\n`}${wrapWide(countText(problems).trimEnd(), width).join('\n')}\n${nextSteps(path, problems.found, style, width)}\n`;
  return blocks.length === 0
    ? 'The archive has nothing that a summary shows.\n'
    : `${first}${blocks.join('\n\n')}\n`;
}

const isOpen = ({ label }: Fact): boolean => label === 'not known';

function withKnown({ title, facts }: SummarySection): Pick<SummarySection, 'title' | 'facts'> {
  return { title, facts: facts.filter((fact) => !isOpen(fact)) };
}

/** What all sections do not know, in one place. */
function notKnown(sections: Summary['sections']): Pick<SummarySection, 'title' | 'facts'> {
  const facts = sections.flatMap(({ name, facts: all }) =>
    all.filter(isOpen).map((fact) => ({ ...fact, label: name })),
  );
  return { title: 'Not known', facts };
}

/** A line below what a problem says. */
function beside(text: string, style: Style, width: number): string {
  const indent = ' '.repeat(severityWidth + 2);
  return wrapWide(text, Math.max(20, width - indent.length))
    .map((line) => `${indent}${style.dim(printable(line))}\n`)
    .join('');
}

/** Whether the archive answers one of the commands that a problem names. */
function isAnswered({ hits, onHost = [] }: Found): boolean {
  return commandsIn(hits[0]?.do).some((line) => !onHost.includes(line));
}

/** How to read the problems, and the commands that show more. */
function nextSteps(path: string, found: readonly Found[], style: Style, width: number): string {
  const archive = printable(joinWords([path]));
  const steps = [
    ...(found.some(isAnswered)
      ? [
          `hostspec run ${archive} 'COMMAND' answers the commands above${found.some(({ onHost }) => onHost !== undefined) ? ', other than those only on the host' : ''}`,
        ]
      : []),
    `hostspec check ${archive} shows more of each problem, and what is not known`,
  ];
  return steps
    .flatMap((step) => wrap(step, width, widthOf))
    .map((line) => `${style.dim(line)}\n`)
    .join('');
}

/** Label and text, in a few lines if the terminal is narrow, then the spec. */
function factLine(fact: Fact, labelWidth: number, style: Style, width: number): string {
  const from = printable(fact.from);
  const label = padded(fitted(printable(fact.label), labelWidth), labelWidth);
  const head = `  ${label}  `;
  const room = Math.max(20, width - widthOf(head) - widthOf(from) - 2);
  const lines = wrap(printable(fact.text), room, widthOf);
  const kept = lines.slice(0, mostLines - 1);
  // What does not fit is cut: one fact must not fill the screen.
  if (lines.length >= mostLines) kept.push(lines.slice(mostLines - 1).join(' '));
  const indent = ' '.repeat(widthOf(head));
  return kept
    .map((line, at) => {
      const text = `${at === 0 ? head : indent}${fitted(line, room)}`;
      const end = at === kept.length - 1 ? `  ${style.dim(from)}` : '';
      return `${text}${end}`;
    })
    .join('\n');
}
