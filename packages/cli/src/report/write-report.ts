import { reportHtml } from '@hostspec/report';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import type { options } from './options.js';
import { writePage } from './write-new.js';

/** Writes the report of an archive to `--output`. */
export async function writeReport(
  path: string,
  { output = 'report.html' }: Values<typeof options>,
  io: Io,
): Promise<number> {
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    await writePage(output, reportHtml(archive, await createArchiveHost(archive)), io);
    return exitStatus.done;
  });
}
