import type { Decision, Finding } from '@hostspec/findings';
import { configPath, readFindingsPaths } from '@hostspec/policy';
import { didYouMean, nameMatcher } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { usageError } from '../usage-error.js';
import { installedFindings } from './installed-findings.js';
import type { options } from './options.js';

/** The findings that a command line chooses, with what it decided about them. */
export interface ChosenFindings {
  readonly findings: readonly Finding[];
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** The findings that the options choose. @throws UsageError for an id or glob that no finding has, and as `findingsWith`. */
export async function chosenFindings(
  {
    config,
    findings = [],
    'only-finding': only,
    'skip-finding': skip = [],
  }: Pick<Values<typeof options>, 'config' | 'findings' | 'only-finding' | 'skip-finding'>,
  io: Pick<Io, 'err' | 'cwd'>,
): Promise<ChosenFindings> {
  const configured = configPath(config, io);
  const paths = [...(configured === undefined ? [] : await readFindingsPaths(configured)), ...findings];
  const all =
    paths.length === 0
      ? installedFindings(io)
      : (await import('./findings-files.js')).findingsWith(paths, io);
  const ids = all.map(({ id }) => id);
  checkIds('--only-finding', only ?? [], ids);
  checkIds('--skip-finding', skip, ids);
  const isSkipped = oneOf(skip);
  const isWanted = only && oneOf(only);
  return {
    findings: isWanted ? all.filter(({ id }) => isWanted(id)) : all,
    decisions: new Map(
      ids.filter(isSkipped).map((id) => [id, { skip: true, reason: 'named with --skip-finding' }]),
    ),
  };
}

function oneOf(patterns: readonly string[]): (id: string) => boolean {
  const matchers = patterns.map(nameMatcher);
  return (id) => matchers.some((matches) => matches(id));
}

function checkIds(option: string, patterns: readonly string[], ids: readonly string[]): void {
  for (const pattern of patterns)
    if (!ids.some(nameMatcher(pattern)))
      throw usageError(
        `${option} ${pattern} matches no finding; ${didYouMean(pattern, ids)}`,
        option,
        pattern,
      );
}
