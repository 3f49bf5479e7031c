import type { CheckResult, Finding, FoundOnHosts, HostsResult } from '@hostspec/findings';
import { checkHosts, needsOf, onlyNew, stepsOf, titlesOnHosts } from '@hostspec/findings';
import type * as Fleet from '@hostspec/fleet';
import { counted, someOf } from '@hostspec/host-kit';
import { findingsToCheck } from '../check/chosen-findings.js';
import { atLeast, statusOf } from '../check/print-problems.js';
import { countText, severityWidth, skippedText, undecidedText } from '../check/problem-text.js';
import { openReport, reportFormats } from '../check/reports.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { widthFor, wrapWide } from '../width.js';
import type { options } from './options.js';

type FleetValues = Values<typeof options>;

const archiveEnd = /\.(?:tar|tgz|ndjson)(?:\.\w+)?$/;

/** Prints the problems of the hosts of a fleet, by problem. `files` have findings besides the installed ones. */
export async function checkFleet(
  fleet: Pick<typeof Fleet, 'fleetHosts' | 'readingFleet'>,
  directory: string,
  files: readonly string[],
  values: FleetValues,
  io: Io,
): Promise<number> {
  const { format = 'table', since, day, group, severity } = values;
  if (format === 'csv' || format === 'parquet')
    throw usageError(
      `--format ${format} is not for check; allowed: table, json, junit or sarif`,
      '--format',
      format,
    );
  const archive = files.find((path) => archiveEnd.test(path));
  if (archive !== undefined)
    throw usageError(
      `${archive} is named like an archive, but fleet check takes files with findings; to add an archive: hostspec fleet add ${directory} ${archive}`,
      'WORD',
      archive,
    );
  const findings = await findingsToCheck({ ...values, findings: files }, io);
  const { now, added } = await checkState(findings, fleet, directory, { day, group, since });
  if (now.hosts === 0 && day !== undefined)
    throw usageError(
      `--day ${day}: no host was collected up to that day; allowed: a later one`,
      '--day',
      day,
    );
  if (now.hosts === 0)
    throw usageError(
      `DIR ${directory} has no hosts; add archives with hostspec fleet add ${directory} ARCHIVE`,
      'DIR',
      directory,
    );
  const result = atLeast(severity, added);
  if (format === 'json') io.out.write(`${JSON.stringify({ fleet: directory, ...result }, undefined, 2)}\n`);
  else if (format === 'table') io.out.write(resultText(result, io, severity !== undefined));
  else {
    const report = openReport(reportFormats[format], findings, io);
    report.add({
      subject: { archive: directory },
      kind: 'fleet',
      result: ofOneHost(result),
      isOneOfSeveral: false,
    });
    report.end();
  }
  return statusOf(result, severity);
}

/** What is wrong with the hosts of a fleet in one of its states; and the part of it that was not so at the end of the day `since`, if that is given. */
export async function checkState(
  findings: readonly Finding[],
  { fleetHosts, readingFleet }: Pick<typeof Fleet, 'fleetHosts' | 'readingFleet'>,
  directory: string,
  { since, ...state }: Fleet.StateOptions & { readonly since?: string | undefined },
): Promise<{ readonly now: HostsResult; readonly added: HostsResult }> {
  const resultOf = (wanted: readonly Finding[], { day, group }: Fleet.StateOptions): Promise<HostsResult> => {
    const needs = needsOf(wanted.filter(({ decision }) => !decision?.skip));
    return readingFleet(directory, () => checkHosts(wanted, fleetHosts(directory, needs, { day, group })));
  };
  const now = await resultOf(findings, state);
  if (since === undefined) return { now, added: now };
  const found = new Set(now.found.map(({ id }) => id));
  const before = await resultOf(
    findings.filter(({ id }) => found.has(id)),
    { ...state, day: since },
  );
  return { now, added: onlyNew(before, now) };
}

/** The result as if the fleet were one host: each row begins with the name of its host. */
function ofOneHost({ found, undecided, skipped, checked }: HostsResult): CheckResult {
  return {
    found: found.map(({ hosts, ...finding }) => ({
      ...finding,
      count: hosts.reduce((sum, { count }) => sum + count, 0),
      hits: hosts.flatMap(({ name, hits }) =>
        hits.map(({ at, ...hit }) => ({
          ...hit,
          title: `${name}: ${hit.title}`,
          ...(at && { at: { ...at, path: `${name}/${at.path}` } }),
        })),
      ),
    })),
    undecided: undecided.map(({ id, severity, needs }) => ({
      ...{ id, severity },
      needs: needs.map(({ spec, why, hosts }) => ({ spec, why: `${why} (${counted(hosts, 'host')})` })),
    })),
    skipped,
    checked,
  };
}

const mostTitles = 5;
const mostNames = 10;

function resultText(result: HostsResult, io: Io, isPart: boolean): string {
  const { hosts, found, skipped } = result;
  const width = widthFor(io.out);
  const style = styleOf(io.out, io);
  const blocks = [
    ...found.map((each) => foundText(each, hosts, style, width)),
    undecidedText(ofOneHost(result).undecided, style, width),
    skippedText(skipped),
    countText(result, { where: ` of ${counted(hosts, 'host')}`, isPart }),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

/** A problem with its sentences, those of most hosts first, each with the names of its hosts. */
function foundText(
  { id, severity, hosts, link }: FoundOnHosts,
  all: number,
  style: Style,
  width: number,
): string {
  const titles = titlesOnHosts(hosts);
  const shown = titles.slice(0, mostTitles);
  const because = new Set(hosts.map((host) => host.because));
  const [cause] = because.size === 1 ? because : [];
  const source = `on ${hosts.length} of ${counted(all, 'host')}${cause === undefined ? '' : `, perhaps because of ${cause}`}`;
  const lines = [
    ...shown.map(({ title, names }) => `${title}: ${someOf(names, mostNames)}`),
    ...(titles.length > shown.length ? [`and ${titles.length - shown.length} more`] : []),
    ...stepsOf(shown, link),
  ];
  const indent = ' '.repeat(severityWidth + 2);
  const wrapped = lines.flatMap((line) =>
    wrapWide(printable(line), Math.max(20, width - indent.length)).map((part) => `${indent}${part}\n`),
  );
  const head = `${severity.padEnd(severityWidth)}  ${printable(id)}`;
  return `${style.bold(head)}  ${style.dim(source)}\n${wrapped.join('')}`;
}
