import type { HostLine } from '@hostspec/archive';
import { type CheckResult, check, type Finding, type Severity, severities } from '@hostspec/findings';
import { counted, defined } from '@hostspec/host-kit';
import { archiveFacts, withAnswers } from '@hostspec/report';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { eachPath, worstOf } from '../read/each-path.js';
import { withArchive } from '../read/with-archive.js';
import { styleOf } from '../style.js';
import { oneLine, printable } from '../text.js';
import { bothGiven } from '../usage-error.js';
import { columns, fitted, widthFor } from '../width.js';
import { archiveAnswers } from './archive-answers.js';
import { chosenFindings, findingsToCheck } from './chosen-findings.js';
import { installedPlaces } from './installed-places.js';
import type { options } from './options.js';
import {
  type BySeverity,
  countText,
  type Problems,
  problemText,
  skippedText,
  undecidedText,
} from './problem-text.js';
import { openReport, type Report, type ReportFormat, reportFormats } from './reports.js';

const longestReason = 1000;

type CheckValues = Values<typeof options>;

/** What is looked for, and where the result goes. */
interface Looking {
  readonly findings: readonly Finding[];
  readonly report: Report;
  readonly severity: Severity | undefined;
}

/** Prints what is looked for. */
export async function listFindings(values: CheckValues, io: Io): Promise<number> {
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') throw bothGiven('--list', `--format ${format}`, '--list');
  const rows = (await chosenFindings(values, io))
    .filter(({ decision }) => !decision?.skip)
    .map(({ id, title, link, ...each }) =>
      defined({ id, severity: each.decision?.severity ?? each.severity, title, link }),
    )
    .filter(isAtLeast(values.severity ?? 'notice'));
  if (format === 'json') io.out.write(`${JSON.stringify(rows, undefined, 2)}\n`);
  else {
    const lines = columns(rows.map(({ id, severity, title }) => [id, severity, printable(title)]));
    const shown = lines.map((line) => fitted(line, widthFor(io.out)));
    io.out.write(`${[...shown, '', counted(rows.length, 'finding')].join('\n')}\n`);
  }
  return exitStatus.done;
}

/** Prints the problems that archives show. */
export async function printArchives(paths: readonly string[], values: CheckValues, io: Io): Promise<number> {
  const looking = await looked(values, io);
  const { report } = looking;
  const status = await eachPath(
    paths,
    io,
    async (path, isOneOfSeveral) => {
      const checking = printProblems(path, { archive: path }, isOneOfSeveral, looking, io);
      return checking.catch((error: unknown) => {
        if (isOneOfSeveral) report.fail({ archive: path }, error);
        throw error;
      });
    },
    (host) => report.fail({ host: host.name }, notCollected(host)),
  );
  report.end();
  return status;
}

/** Why a host has no archive. */
const notCollected = ({ reason, code }: Pick<HostLine, 'reason' | 'code'>) => ({
  message: reason ?? 'not collected',
  code,
});

/** Prints the problems of this host, or of the one that the options name. */
export async function printHost(values: CheckValues, io: Io): Promise<number> {
  const { withCollected } = await import('./collected.js');
  const looking = await looked(values, io);
  const status = await withCollected(values, looking.findings, io, (path, host) =>
    printProblems(path, { host }, false, looking, io),
  );
  looking.report.end();
  return status;
}

/** Prints the problems of the hosts of a list. */
export async function printHosts(values: CheckValues, io: Io): Promise<number> {
  const { withCollectedHosts } = await import('./collected.js');
  const looking = await looked(values, io);
  const statuses = new Set<number>();
  const { report } = looking;
  const status = await withCollectedHosts(values, looking.findings, io, async ({ path, ...host }) => {
    const { name } = host;
    if (path !== undefined) {
      statuses.add(await printProblems(path, { host: name }, true, looking, io));
      return;
    }
    const failure = notCollected(host);
    report.fail({ host: name }, failure);
    io.err.write(`hostspec: ${name} was not checked: ${oneLine(failure.message, longestReason)}\n`);
  });
  report.end();
  return worstOf(statuses.add(status));
}

async function looked(values: CheckValues, io: Io): Promise<Looking> {
  const { severity, format = 'text' } = values;
  const form = { ...reportFormats, text: textFormat(io, severity) }[format];
  const findings = await findingsToCheck(values, io);
  return { findings, severity, report: openReport(form, findings, io) };
}

async function printProblems(
  path: string,
  subject: { readonly archive: string } | { readonly host: string | undefined },
  isOneOfSeveral: boolean,
  { findings, report, severity }: Looking,
  io: Io,
): Promise<number> {
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const facts = archiveFacts(archive, await createArchiveHost(archive), installedPlaces(archive));
    const checked = await check(findings, facts);
    const isStored = 'archive' in subject;
    const marked = isStored ? await withAnswers(checked, archiveAnswers(archive)) : checked;
    const result = atLeast(severity, marked);
    const shown = isStored
      ? { archive: archive.path }
      : { host: subject.host ?? archive.manifest?.hostname ?? 'this host' };
    report.add({ subject: shown, kind: archive.kind, result, isOneOfSeveral });
    return statusOf(result, severity);
  });
}

function textFormat(io: Io, severity: Severity | undefined): ReportFormat {
  return {
    of({ subject, result, isOneOfSeveral }) {
      const text = resultText(result, io, severity !== undefined);
      return isOneOfSeveral ? `${printable(Object.values(subject).join())}\n\n${text}\n` : text;
    },
    // Standard error has it.
    failed: () => '',
  };
}

/** What is of a severity or worse. */
export function atLeast<Result extends Problems>(wanted: Severity | undefined, result: Result): Result {
  if (wanted === undefined) return result;
  const isWanted = isAtLeast(wanted);
  return { ...result, found: result.found.filter(isWanted), undecided: result.undecided.filter(isWanted) };
}

/** The exit status for what was found, and what could not be decided, of a severity or worse. */
export function statusOf({ found, undecided }: Problems, from: Severity = 'warning'): number {
  if (found.some(isAtLeast(from))) return exitStatus.failure;
  return undecided.some(isAtLeast(from)) ? exitStatus.incomplete : exitStatus.done;
}

const isAtLeast =
  (wanted: Severity) =>
  ({ severity }: Pick<BySeverity, 'severity'>): boolean =>
    severities.indexOf(severity) <= severities.indexOf(wanted);

function resultText(result: CheckResult, io: Io, isPart: boolean): string {
  const { found, undecided, skipped: left } = result;
  const width = widthFor(io.out);
  const style = styleOf(io.out, io);
  const blocks = [
    ...found.map((each) => problemText(each, style, width)),
    undecidedText(undecided, style, width),
    skippedText(left),
    countText(result, { isPart }),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}
