import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { openPlace } from '@hostspec/archive';
import { errorWords } from '@hostspec/files';
import { whyUntrustedData } from '@hostspec/files/trust';
import { installedNames } from '../catalogs/installed.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import { starter } from './starter.js';

/** Writes a starter catalog file. @throws UsageError if the file cannot be written, or exists and is not to be replaced. */
export async function writeStarter(
  file: string,
  { force = false }: { readonly force?: boolean },
  io: Io,
): Promise<number> {
  if (file.endsWith('.json'))
    throw usageError(
      `FILE ${JSON.stringify(file)} is not allowed; allowed: the path of a YAML file`,
      'FILE',
      file,
    );
  const path = resolve(io.cwd, file);
  try {
    const why = whyUntrustedData(path);
    if (why !== undefined)
      throw usageError(
        `FILE ${path} is not written by root, because others can change its path: ${why}; name a file in a directory that only root can change, such as /etc/hostspec`,
        'FILE',
        file,
      );
    writeNewFile(path, starter(basename(path), installedNames()), force);
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const why =
      'code' in error && error.code === 'EEXIST'
        ? 'already exists; name a new file, or replace it with --force'
        : `cannot be written: ${errorWords(error)}`;
    throw usageError(`FILE ${path} ${why}`, 'FILE', file);
  }
  io.out.write(`${path}\n`);
  return exitStatus.done;
}

function writeNewFile(path: string, text: string, force: boolean): void {
  const name = basename(path);
  const place = openPlace('FILE', path, dirname(path), name);
  try {
    // A link or a device in its place is not a file that somebody wants to replace.
    const replaces = force && lstatSync(place.at(name), { throwIfNoEntry: false })?.isFile();
    const written = place.at(replaces ? `.${name}.${randomUUID()}` : name);
    // Root does not use a catalog that others can write to, so the umask must not matter.
    writeFileSync(written, text, { flag: 'wx', mode: 0o644 });
    if (replaces) renameSync(written, place.at(name));
  } finally {
    place.close();
  }
}
