import type { Archive } from '@hostspec/archive';
import type { AlteredItem, ArchiveDiff, SpecDiff } from './archive-diff.js';
import { type DiffDepth, diffSpec } from './diff-spec.js';
import { hostDifferences, hostOf } from './hosts.js';

/** What is compared, and how much of it. */
export interface ComparisonOptions extends Partial<DiffDepth> {
  /** Whether a spec is compared. Default: every spec. */
  isWanted?(spec: string): boolean;
}

/** Compares two open archives spec by spec. By default, finds the lines that differ and leaves out what changes by itself. */
export async function compareArchives(
  from: Archive,
  to: Archive,
  { isWanted = () => true, lines = true, all = false }: ComparisonOptions = {},
): Promise<ArchiveDiff> {
  const [before, after] = [from, to].map(({ outcomes }) => [...outcomes.keys()].filter(isWanted)) as [
    string[],
    string[],
  ];
  const both = before.filter((name) => to.outcomes.has(name));
  const specs: SpecDiff[] = [];
  const leftOut: string[] = [];
  const altered: AlteredItem[] = [];
  for (const name of both) {
    const spec = await diffSpec(name, from, to, { lines, all }, altered);
    if (spec?.noise !== undefined) leftOut.push(name);
    else if (spec) specs.push(withoutNoise(spec));
  }
  return {
    before: from.path,
    after: to.path,
    compared: both.length,
    differentHosts: hostDifferences(await hostOf(from), await hostOf(to)),
    specs,
    leftOut: { specs: leftOut, lines: leftOutLines(specs) },
    onlyBefore: before.filter((name) => !to.outcomes.has(name)),
    onlyAfter: after.filter((name) => !from.outcomes.has(name)),
    altered,
  };
}

/** A spec without the items that changed only by themselves. */
function withoutNoise(spec: SpecDiff): SpecDiff {
  return { ...spec, items: spec.items.filter(({ noise, change }) => !noise || change !== 'changed') };
}

function leftOutLines(specs: readonly SpecDiff[]): number {
  return specs.flatMap(({ items }) => items).reduce((sum, { noiseLines = 0 }) => sum + noiseLines, 0);
}
