import { type Archive, outcomesCommand } from '@hostspec/archive';
import { type CheckResult, check, type Finding } from '@hostspec/findings';
import { archiveFacts, type ProblemChange, type ProblemChanges, problemChanges } from '@hostspec/report';
import { checkSelection, nameMatcher } from '@hostspec/spec';
import { chosenFindings } from '../check/chosen-findings.js';
import { skippedText } from '../check/problem-text.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';
import { compare, withBoth } from './compare.js';
import { diffText } from './diff-text.js';
import type { options } from './options.js';

/** Prints the differences between two archives. */
export async function diffArchives(
  before: string,
  after: string,
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  const findings = await chosenFindings(values, io);
  return withBoth([before, after], io, async (from, to) => {
    const { brief = false, all = false, json, only } = values;
    const diff = await compare(from, to, { isWanted: selection([from, to], values), lines: !brief, all }, io);
    const problems = await problemsBetween(from, to, findings);
    if (json) io.out.write(`${JSON.stringify({ problems, ...diff }, undefined, 2)}\n`);
    else io.out.write(problemsText(problems, io) + diffText(diff, { brief, whole: only !== undefined }, io));
    return exitStatus.done;
  });
}

/** Tells the wanted specs. @throws HostspecError if a pattern matches no spec of the archives. */
function selection(
  archives: readonly Archive[],
  { only, skip }: Pick<Values<typeof options>, 'only' | 'skip'>,
): (spec: string) => boolean {
  const names = archives.flatMap(({ outcomes }) => [...outcomes.keys()]);
  checkSelection('--only', only, names, 'the archives', outcomesCommand);
  checkSelection('--skip', skip, names, 'the archives', outcomesCommand);
  return (name) =>
    (only === undefined || only.some((pattern) => nameMatcher(pattern)(name))) &&
    !skip?.some((pattern) => nameMatcher(pattern)(name));
}

/** The problems that only one of two archives shows. */
async function problemsBetween(
  from: Archive,
  to: Archive,
  findings: readonly Finding[],
): Promise<ProblemChanges> {
  return problemChanges(await problemsOf(from, findings), await problemsOf(to, findings));
}

async function problemsOf(archive: Archive, findings: readonly Finding[]): Promise<CheckResult> {
  const { createArchiveHost } = await import('@hostspec/archive-host');
  return check(findings, archiveFacts(archive, await createArchiveHost(archive)));
}

/** New problems, then those that are gone, and what was not looked for. */
function problemsText({ added, resolved, skipped }: ProblemChanges, io: Io): string {
  const style = styleOf(io.out, io);
  const block = (title: string, problems: readonly ProblemChange[]): string =>
    problems.length === 0
      ? ''
      : `${style.bold(title)}\n${problems
          .flatMap(({ severity, hits }) =>
            hits.map((hit) => `  ${severity.padEnd(7)}  ${printable(hit.title)}\n`),
          )
          .join('')}\n`;
  const left = skippedText(skipped);
  return block('New problems', added) + block('Resolved problems', resolved) + (left && `${left}\n`);
}
