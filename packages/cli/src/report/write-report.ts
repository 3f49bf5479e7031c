import { resolve } from 'node:path';
import { reportHtml } from '@hostspec/report';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { printable } from '../text.js';
import type { options } from './options.js';
import { writeNew } from './write-new.js';

/** Writes the report of an archive into a new file. */
export async function writeReport(
  path: string,
  { output = 'report.html' }: Values<typeof options>,
  io: Io,
): Promise<number> {
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const target = resolve(io.cwd, output);
    await writeNew(target, reportHtml(archive, await createArchiveHost(archive)), io);
    io.out.write(`${printable(target)}\n`);
    return exitStatus.done;
  });
}
