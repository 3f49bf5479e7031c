import { join } from 'node:path';
import { readRegularText, UnreadableFile } from '@hostspec/files/trust';
import { type Finding, findingLimits, readShippedFindings } from '@hostspec/findings';
import { installedDomains } from '../catalogs/installed.js';
import { scope, whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import { printable } from '../text.js';

/** The findings of all installed domains. What cannot be used is left out, and named on standard error. */
export function installedFindings({ err }: Pick<Io, 'err'>): Finding[] {
  return installedDomains().flatMap(({ name, path }) => {
    const file = join(path, 'findings.json');
    const leftOut = (why: string): void => {
      err.write(`hostspec: warning: ${printable(file)}: ${printable(why)}\n`);
    };
    const text = textOf(file);
    if (text === undefined) return [];
    const untrusted = whyNotRun(file);
    if (untrusted !== undefined) {
      leftOut(`is not used as root: ${untrusted}`);
      return [];
    }
    const { findings, problems } = readShippedFindings(JSON.parse(text), name.slice(scope.length + 1));
    for (const { keys, message } of problems) leftOut(`${keys.join('.')}: ${message}`);
    return findings.map(({ finding }) => finding);
  });
}

/** A domain without findings has no such file. */
function textOf(file: string): string | undefined {
  try {
    return readRegularText(file, findingLimits.bytes);
  } catch (error) {
    if (error instanceof UnreadableFile && error.isMissing) return undefined;
    throw error;
  }
}
