import type { Archive } from '@hostspec/archive';
import type { AlteredItem, ArchiveDiff, SpecDiff } from '@hostspec/report';
import { checkSelection, matchesName } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { checkOutcomes } from '../read/with-archive.js';
import { printable } from '../text.js';
import { diffSpec } from './diff-spec.js';
import { hostDifferences, hostOf } from './hosts.js';
import type { options } from './options.js';

/** What is compared, and how much of it. */
type Selection = Omit<Values<typeof options>, 'json'>;

/** Compares two archives spec by spec. @throws HostspecError if one has no outcomes, or a selection names no spec of them. */
export async function compareArchives(
  from: Archive,
  to: Archive,
  { only, skip, brief = false, all = false }: Selection,
): Promise<ArchiveDiff> {
  for (const archive of [from, to]) checkOutcomes(archive);
  const names = [...from.outcomes.keys(), ...to.outcomes.keys()];
  checkSelection('--only', only, names, 'the archives');
  checkSelection('--skip', skip, names, 'the archives');
  const isWanted = (name: string): boolean =>
    (only === undefined || only.some((pattern) => matchesName(pattern, name))) &&
    !skip?.some((pattern) => matchesName(pattern, name));
  const [before, after] = [from, to].map(({ outcomes }) => [...outcomes.keys()].filter(isWanted)) as [
    string[],
    string[],
  ];
  const both = before.filter((name) => to.outcomes.has(name));
  const specs: SpecDiff[] = [];
  const leftOut: string[] = [];
  const altered: AlteredItem[] = [];
  for (const name of both) {
    const spec = await diffSpec(name, from, to, { lines: !brief, all }, altered);
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

/** Warns if two archives are of different hosts. */
export function warnOfHosts({ differentHosts }: ArchiveDiff, { err }: Io): void {
  for (const text of differentHosts)
    err.write(`hostspec: warning: the archives are of different hosts: ${printable(text)}\n`);
}
