import { type Decision, decided, type Finding } from '@hostspec/findings';
import { configPath, readConfig } from '@hostspec/policy';
import { didYouMean, nameMatcher } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { decisionsIn, findingPaths } from '../settings/finding-settings.js';
import type { findingOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';
import { installedFindings } from './installed-findings.js';

type FindingValues = Values<typeof findingOptions> & { readonly 'only-finding'?: readonly string[] };

/**
 * The findings that the options and the configuration choose, each with what was decided about it.
 *
 * @throws UsageError for an id or glob that no finding has, an invalid configuration, and as `findingsWith`.
 */
export async function chosenFindings(
  { config, findings = [], 'only-finding': only, 'skip-finding': skip = [] }: FindingValues,
  io: Pick<Io, 'err' | 'cwd'>,
): Promise<readonly Finding[]> {
  const path = configPath(config, io);
  const { all, decisions } =
    path === undefined
      ? { all: await findingsIn(findings, io), decisions: new Map<string, Decision>() }
      : await readConfig(path, async (settings, file) => {
          const all = await findingsIn([...findingPaths(settings, file), ...findings], io);
          const ids = all.map(({ id }) => id);
          const decisions = await decisionsIn(settings, file, ids);
          // Without a configuration, no catalog is loaded.
          await (await import('../catalogs/catalog.js')).checkValues(settings, file, io);
          return { all, decisions };
        });
  const ids = all.map(({ id }) => id);
  checkIds('--only-finding', only ?? [], ids);
  checkIds('--skip-finding', skip, ids);
  const skipped: Decision = { skip: true, reason: 'named with --skip-finding' };
  const isWanted = only && oneOf(only);
  return decided(
    decided(isWanted ? all.filter(({ id }) => isWanted(id)) : all, decisions),
    new Map(skip.map((pattern) => [pattern, skipped])),
  );
}

/**
 * The findings to look for when the answer may be that a host has no problem.
 *
 * @throws UsageError like `chosenFindings`, and if there are no findings: without any, `no problem` would be false.
 */
export async function findingsToCheck(
  values: FindingValues,
  io: Pick<Io, 'err' | 'cwd'>,
): Promise<readonly Finding[]> {
  const findings = await chosenFindings(values, io);
  if (findings.length > 0) return findings;
  throw usageError(
    'there is no finding to look for: no installed package has any; install a domain, such as @hostspec/storage, or give --findings FILE',
    '--findings',
  );
}

async function findingsIn(
  paths: readonly string[],
  io: Pick<Io, 'err' | 'cwd'>,
): Promise<readonly Finding[]> {
  return paths.length === 0
    ? installedFindings(io)
    : (await import('./findings-files.js')).findingsWith(paths, io);
}

function oneOf(patterns: readonly string[]): (id: string) => boolean {
  const matchers = patterns.map(nameMatcher);
  return (id) => matchers.some((matches) => matches(id));
}

function checkIds(option: string, patterns: readonly string[], ids: readonly string[]): void {
  for (const pattern of patterns)
    if (!ids.some(nameMatcher(pattern)))
      throw usageError(
        `${option} ${pattern} matches no finding; ${didYouMean(pattern, ids, 'hostspec check --list')}`,
        option,
        pattern,
      );
}
