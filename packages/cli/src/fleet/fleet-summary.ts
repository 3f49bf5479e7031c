import type { HostLine, HostOutcome } from '@hostspec/archive';
import { counted, defined } from '@hostspec/host-kit';
import { printable, secondsText } from '../text.js';
import { endText } from './fleet-progress.js';

/** What collecting a fleet came to. */
export interface FleetSummary {
  /** The absolute path of the directory. */
  readonly directory: string;
  /** How many hosts were to be collected. */
  readonly hosts: number;
  /** How many of them were collected in a run before. */
  readonly before: number;
  readonly counts: Readonly<Record<HostOutcome, number>>;
  /** How many were not started, because the run was interrupted. */
  readonly notStarted: number;
  /** The hosts that ended, but whose lines could not be written. */
  readonly unwritten: readonly HostLine[];
  /** The first hosts that were not collected. */
  readonly problems: readonly HostLine[];
  readonly seconds: number;
  readonly interrupted?: string;
  /** Work directories of killed runs. */
  readonly unfinished: readonly string[];
}

/** How many problems a summary names. */
export const mostProblems = 20;

/** The summary for a person; the path of the directory is not in it. */
export function fleetText(summary: FleetSummary): string {
  const { hosts, before, counts, notStarted, problems, seconds, interrupted, unfinished, unwritten } =
    summary;
  const wrong = counts.failed + counts.incomplete;
  const parts = [
    ...(before > 0 ? [`${before} collected before`] : []),
    ...(counts.incomplete > 0 ? [`${counts.incomplete} incomplete`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(notStarted > 0 ? [`${notStarted} not started`] : []),
  ];
  const more = wrong - problems.length;
  return [
    `${counts.collected + before} of ${counted(hosts, 'host')} collected in ${secondsText(seconds)}${parts.map((part) => `, ${part}`).join('')}`,
    ...(interrupted === undefined ? [] : [`The run ended early: ${printable(interrupted)}.`]),
    ...problems.map((line) => `  ${endText(line)}`),
    ...(more > 0 ? [`  and ${more} more; hosts.ndjson has them all`] : []),
    ...unwrittenLines(unwritten),
    ...(wrong + notStarted + unwritten.length > 0
      ? ['To collect the rest, run the same command with --resume.']
      : []),
    ...unfinished.map(
      (path) => `To complete the archive of a run that was killed: hostspec finish ${printable(path)}`,
    ),
    '',
  ].join('\n');
}

/** What became of hosts that `hosts.ndjson` does not have. */
function unwrittenLines(lines: readonly HostLine[]): string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, mostProblems).map(({ name, outcome, archive }) => {
    const what = outcome === 'collected' ? 'a complete archive' : 'an incomplete archive';
    return `  ${printable(name)}: ${archive === undefined ? 'no archive' : `${what}, ${printable(archive)}`}`;
  });
  const more = lines.length - named.length;
  return [
    `hosts.ndjson has no line for ${counted(lines.length, 'host')}, and --resume collects ${lines.length === 1 ? 'it' : 'them'} again:`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** The summary for a program; `hosts.ndjson` has a line for each host. */
export function fleetData(summary: FleetSummary): object {
  const { directory, hosts, before, counts, notStarted, unwritten, seconds, interrupted, unfinished } =
    summary;
  return {
    directory,
    hosts,
    ...counts,
    before,
    notStarted,
    duration: Math.round(seconds * 1000) / 1000,
    ...defined({ interrupted }),
    unwritten: unwritten.map(({ name, outcome, archive }) => ({ name, outcome, archive })),
    unfinished,
  };
}
