import { isAbsolute } from 'node:path';
import type { Decision } from '@hostspec/findings';
import { checkSetting, type OptionFile, problemLines, type SettingCheck } from '@hostspec/policy';
import { problemsError } from '../usage-error.js';

const paths = {
  findings: {
    default: [],
    check: (path: string) => (isAbsolute(path) ? undefined : 'allowed: absolute paths'),
  },
};
const changes = 'finding-changes';

/** The settings about findings, each with what checks its value. */
export const findingSettings: Readonly<Record<string, SettingCheck>> = {
  findings: (value, file) => checkSetting(file, paths, 'findings', value),
  [changes]: async (value, file) => void (await decisionsIn(new Map([[changes, value]]), file)),
};

/** The files and directories with findings of the owner that a configuration names. @throws UsageError for a relative path. */
export function findingPaths(settings: ReadonlyMap<string, unknown>, file: OptionFile): readonly string[] {
  const { findings = [] } = Object.fromEntries(settings);
  checkSetting(file, paths, 'findings', findings);
  return findings as readonly string[];
}

/**
 * What a configuration decides about findings, by id or glob. With `ids`, each decision must be about one of them.
 *
 * @throws UsageError that names file, line, value and what is allowed.
 */
export async function decisionsIn(
  settings: ReadonlyMap<string, unknown>,
  file: OptionFile,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  const value = settings.get(changes) ?? {};
  const { readDecisions } = await import('@hostspec/findings');
  const { decisions, problems } = readDecisions(value, [changes], ids);
  if (problems.length === 0) return decisions;
  const placed = problems.map(({ keys, ofKey, message }) => ({
    position: ofKey ? file.atKey(keys) : file.at(keys),
    message,
  }));
  throw problemsError(problemLines(file.path, placed), changes, file.path);
}
