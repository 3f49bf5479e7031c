import { type Archive, problemsOf } from '@hostspec/archive';
import { defined } from '@hostspec/host-kit';
import { byteProgress } from '../collect/progress.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { withArchive } from '../read/with-archive.js';
import { oneLine, printable } from '../text.js';

/** Prints the problems of an archive, and whether its run ended early. */
export async function verifyFile(
  file: string,
  { json }: { readonly json?: boolean },
  io: Io,
): Promise<number> {
  return withArchive(file, io, async (archive) => {
    const { add, end } = byteProgress(io, 'checking');
    const problems = await problemsOf(archive, add).finally(end);
    const interrupted = archive.manifest?.interrupted;
    if (json) io.out.write(`${JSON.stringify(verdictOf(archive, problems))}\n`);
    else
      io.out.write(
        verdictLines(problems, interrupted)
          .map((line) => `${printable(file)}: ${line}\n`)
          .join(''),
      );
    if (problems.length > 0) return exitStatus.failure;
    return interrupted === undefined ? exitStatus.done : exitStatus.incomplete;
  });
}

function verdictOf({ path, manifest }: Archive, problems: readonly string[]): object {
  const { interrupted } = manifest ?? {};
  return defined({ archive: path, whole: problems.length === 0, interrupted, problems });
}

const longestReason = 300;

function verdictLines(problems: readonly string[], interrupted: string | undefined): string[] {
  const sound = 'every item has the size and SHA-256 in the manifest';
  const early =
    interrupted === undefined
      ? undefined
      : `not everything was collected: the run ended early: ${oneLine(interrupted, longestReason)}`;
  if (problems.length === 0) return early === undefined ? [`complete; ${sound}`] : [sound, early];
  return [...problems.map(printable), ...(early === undefined ? [] : [early])];
}
