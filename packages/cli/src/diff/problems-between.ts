import type { Archive } from '@hostspec/archive';
import { type CheckResult, check, type Finding } from '@hostspec/findings';
import { archiveFacts, type ProblemChange, type ProblemChanges, problemChanges } from '@hostspec/report';
import { skippedText } from '../check/problem-text.js';
import type { Io } from '../io.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';

/** The problems that only one of two archives shows. */
export async function problemsBetween(
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
export function problemsText({ added, resolved, skipped }: ProblemChanges, io: Io): string {
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
