import type { Archive } from '@hostspec/archive';
import { isDeselected } from '@hostspec/spec';
import type { ArchiveDiff, SpecDiff } from './archive-diff.js';
import { type DiffDepth, type DiffNotes, diffSpec } from './diff-spec.js';
import { hostDifferences, hostOf } from './hosts.js';
import { newDiffWork } from './line-diff.js';

/** What is compared, and how much of it. */
export interface ComparisonOptions extends Partial<Pick<DiffDepth, 'lines' | 'all'>> {
  /** Whether a spec is compared. Default: every spec. */
  isWanted?(spec: string): boolean;
}

/** Compares two open archives spec by spec. By default, finds the lines that differ and leaves out what changes by itself. */
export async function compareArchives(
  from: Archive,
  to: Archive,
  { isWanted = () => true, lines = true, all = false }: ComparisonOptions = {},
): Promise<ArchiveDiff> {
  const [before, after] = [from, to].map((archive) => new Set(askedFor(archive).filter(isWanted))) as [
    Set<string>,
    Set<string>,
  ];
  const both = [...before].filter((name) => after.has(name));
  const specs: SpecDiff[] = [];
  const leftOut: string[] = [];
  const notes: DiffNotes = { altered: [], masksLeftOut: false };
  const comparesMasks = ![from, to].every(hasMasks) || haveOneKey(from, to);
  const work = newDiffWork();
  for (const name of both) {
    const spec = await diffSpec(name, from, to, { lines, all, comparesMasks, work }, notes);
    if (spec?.noise !== undefined) leftOut.push(name);
    else if (spec)
      specs.push({ ...spec, items: spec.items.filter((item) => !item.noise || item.change !== 'changed') });
  }
  const noiseLines = specs.flatMap(({ items }) => items.map((item) => item.noiseLines ?? 0));
  return {
    before: from.path,
    after: to.path,
    compared: both.length,
    differentHosts: hostDifferences(await hostOf(from), await hostOf(to)),
    specs,
    leftOut: { specs: leftOut, lines: noiseLines.reduce((sum, lines) => sum + lines, 0) },
    comparesMasks: !notes.masksLeftOut,
    onlyBefore: [...before].filter((name) => !after.has(name)),
    onlyAfter: [...after].filter((name) => !before.has(name)),
    altered: notes.altered,
  };
}

/** The specs that a run was asked for. */
function askedFor({ outcomes }: Archive): string[] {
  return [...outcomes.values()].flatMap(({ name, reason }) => (isDeselected(reason) ? [] : name));
}

/** True if a secret was masked; names that were mapped are counted by kind. */
function hasMasks({ outcomes, manifest }: Archive): boolean {
  const kinds = new Set<string>(manifest?.mapped?.kinds);
  for (const { items } of outcomes.values())
    for (const { masked } of items) for (const rule in masked) if (!kinds.has(rule)) return true;
  return false;
}

function haveOneKey({ manifest: one }: Archive, { manifest: other }: Archive): boolean {
  return one?.maskKey !== undefined && one.maskKey === other?.maskKey;
}
