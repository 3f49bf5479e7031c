import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { compareArchives, warnOfHosts } from './compare-archives.js';
import { diffText } from './diff-text.js';
import type { options } from './options.js';

/** Prints the differences between two archives. */
export async function diffArchives(
  before: string,
  after: string,
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  return withArchive(before, io, (from) =>
    withArchive(after, io, async (to) => {
      const diff = await compareArchives(from, to, values);
      const { brief = false, json } = values;
      warnOfHosts(diff, io);
      if (json) io.out.write(`${JSON.stringify(diff, undefined, 2)}\n`);
      else io.out.write(diffText(diff, { brief, whole: values.only !== undefined }, io));
      return exitStatus.done;
    }),
  );
}
