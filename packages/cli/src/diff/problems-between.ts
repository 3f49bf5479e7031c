import type { Archive } from '@hostspec/archive';
import { type CheckResult, check, type Finding } from '@hostspec/findings';
import { archiveFacts, type ProblemChange, type ProblemChanges, problemChanges } from '@hostspec/report';
import { installedFindings } from '../check/installed-findings.js';
import type { Io } from '../io.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';

/** The problems that only one of two archives shows. */
export async function problemsBetween(from: Archive, to: Archive, io: Io): Promise<ProblemChanges> {
  const findings = installedFindings(io);
  return problemChanges(await problemsOf(from, findings), await problemsOf(to, findings));
}

async function problemsOf(archive: Archive, findings: readonly Finding[]): Promise<CheckResult> {
  const { createArchiveHost } = await import('@hostspec/archive-host');
  return check(findings, archiveFacts(archive, await createArchiveHost(archive)));
}

/** New problems, then those that are gone. */
export function problemsText({ added, resolved }: ProblemChanges, io: Io): string {
  const style = styleOf(io.out, io);
  const block = (title: string, problems: readonly ProblemChange[]): string =>
    problems.length === 0
      ? ''
      : `${style.bold(title)}\n${problems
          .flatMap(({ severity, hits }) =>
            hits.map((hit) => `  ${severity.padEnd(7)}  ${printable(hit.title)}\n`),
          )
          .join('')}\n`;
  return block('New problems', added) + block('Resolved problems', resolved);
}
