import type { Archive } from '@hostspec/archive';
import { checkSelection, matchesName } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { AlteredItem } from '../read/altered.js';
import { checkOutcomes, withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';
import type { ArchiveDiff } from './archive-diff.js';
import { diffSpec, type SpecDiff } from './diff-spec.js';
import { diffText } from './diff-text.js';
import { hostDifferences, hostOf } from './hosts.js';
import type { options } from './options.js';

type DiffValues = Values<typeof options>;

/** Prints the differences between two archives. */
export async function diffArchives(
  before: string,
  after: string,
  values: DiffValues,
  io: Io,
): Promise<number> {
  return withArchive(before, io, (from) =>
    withArchive(after, io, async (to) => {
      for (const archive of [from, to]) checkOutcomes(archive);
      const names = [...from.outcomes.keys(), ...to.outcomes.keys()];
      checkSelection('--only', values.only, names, 'the archives');
      checkSelection('--skip', values.skip, names, 'the archives');
      const diff = await difference(from, to, values);
      const { brief = false, json } = values;
      for (const text of diff.differentHosts)
        io.err.write(`hostspec: warning: the archives are of different hosts: ${printable(text)}\n`);
      if (json) io.out.write(`${JSON.stringify(diff, undefined, 2)}\n`);
      else io.out.write(diffText(diff, { brief, whole: values.only !== undefined }, io));
      return exitStatus.done;
    }),
  );
}

async function difference(
  from: Archive,
  to: Archive,
  { only, skip, brief = false, all = false, json = false }: DiffValues,
): Promise<ArchiveDiff> {
  const isWanted = (name: string): boolean =>
    (only === undefined || only.some((pattern) => matchesName(pattern, name))) &&
    !skip?.some((pattern) => matchesName(pattern, name));
  const [before, after] = [from, to].map(({ outcomes }) => [...outcomes.keys()].filter(isWanted)) as [
    string[],
    string[],
  ];
  const both = before.filter((name) => to.outcomes.has(name));
  const specs: SpecDiff[] = [];
  const altered: AlteredItem[] = [];
  for (const name of both) {
    const spec = await diffSpec(name, from, to, { lines: !brief, all, noiseLines: json }, altered);
    if (spec) specs.push(spec);
  }
  return {
    before: from.path,
    after: to.path,
    compared: both.length,
    differentHosts: hostDifferences(await hostOf(from), await hostOf(to)),
    specs,
    onlyBefore: before.filter((name) => !to.outcomes.has(name)),
    onlyAfter: after.filter((name) => !from.outcomes.has(name)),
    altered,
  };
}
