import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { openPlace } from '@hostspec/archive';
import { errorWords } from '@hostspec/files';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { installedNames } from '../load/installed.js';
import { whyUntrustedData } from '../load/trust.js';
import { usageError } from '../usage-error.js';
import { starter } from './starter.js';

/** Writes a starter catalog file. @throws UsageError if the file exists or cannot be written. */
export async function writeStarter(file: string, io: Io): Promise<number> {
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
    writeNewFile(path, starter(basename(path), installedNames()));
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const why =
      'code' in error && error.code === 'EEXIST'
        ? 'already exists; name a new file'
        : `cannot be written: ${errorWords(error)}`;
    throw usageError(`FILE ${path} ${why}`, 'FILE', file);
  }
  io.out.write(`${path}\n`);
  return exitStatus.done;
}

function writeNewFile(path: string, text: string): void {
  const name = basename(path);
  const place = openPlace('FILE', path, dirname(path), name);
  try {
    // Root does not use a catalog that others can write to, so the umask must not matter.
    writeFileSync(place.at(name), text, { flag: 'wx', mode: 0o644 });
  } finally {
    place.close();
  }
}
