import type { Archive } from '@hostspec/archive';
import { matchesName } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import type { options } from './command.js';
import { diffSpec, type SpecDiff } from './diff-spec.js';
import { diffText } from './diff-text.js';

type DiffValues = Values<typeof options>;

/** Prints what two archives have differently. */
export async function diffArchives(
  before: string,
  after: string,
  values: DiffValues,
  io: Io,
): Promise<number> {
  return withArchive(before, io, (from) =>
    withArchive(after, io, async (to) => {
      const specs = await differences(from, to, values);
      const changed = specs.filter((spec) => spec !== undefined);
      const { brief = false, json } = values;
      if (json)
        io.out.write(
          `${JSON.stringify({ before: from.path, after: to.path, specs: changed }, undefined, 2)}\n`,
        );
      else io.out.write(diffText(changed, specs.length, { brief, whole: values.only !== undefined }, io));
      return exitStatus.done;
    }),
  );
}

async function differences(
  from: Archive,
  to: Archive,
  { only, skip, brief }: DiffValues,
): Promise<(SpecDiff | undefined)[]> {
  const names = [...new Set([...from.outcomes.keys(), ...to.outcomes.keys()])].filter(
    (name) =>
      (only === undefined || only.some((pattern) => matchesName(pattern, name))) &&
      !skip?.some((pattern) => matchesName(pattern, name)),
  );
  const found: (SpecDiff | undefined)[] = [];
  for (const name of names) found.push(await diffSpec(name, from, to, !brief));
  return found;
}
