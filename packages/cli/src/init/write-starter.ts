import { basename, resolve } from 'node:path';
import { whyUntrustedData } from '@hostspec/files/trust';
import { installedNames } from '../catalogs/installed.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { writePage } from '../report-page/write-new.js';
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
  const why = file === '-' ? undefined : whyUntrustedData(path);
  if (why !== undefined)
    throw usageError(
      `FILE ${path} is not written by root, because others can change its path: ${why}; name a file in a directory that only root can change, such as /etc/hostspec`,
      'FILE',
      file,
    );
  const text = starter(file === '-' ? 'FILE' : basename(path), installedNames());
  // Root does not use a catalog that others can write to.
  await writePage({ file, force, mode: 0o644, subject: 'FILE' }, [text], io);
  return exitStatus.done;
}
