import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { systemWords } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { installedNames } from '../load/installed.js';
import { whyUntrustedData } from '../load/trust.js';
import { usageError } from '../usage-error.js';
import { starter } from './starter.js';

/** Writes a catalog file to start from. @throws UsageError where a file is there already, or none can be made. */
export async function writeStarter(file: string, io: Io): Promise<number> {
  if (file === '' || file.endsWith('.json'))
    throw usageError(
      `FILE ${JSON.stringify(file)} is not allowed; allowed: a path of a YAML file`,
      'FILE',
      file,
    );
  const path = resolve(io.cwd, file);
  try {
    const why = whyUntrustedData(path);
    if (why !== undefined)
      throw usageError(
        `FILE ${path} is not written by root, because others can change the way there: ${why}; name a file in a directory of root, such as /etc/hostspec`,
        'FILE',
        file,
      );
    // Root follows no catalog that others can write to, whatever the umask is.
    writeFileSync(path, starter(basename(path), installedNames()), { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const why =
      'code' in error && error.code === 'EEXIST'
        ? 'is there already; allowed: a new file'
        : `cannot be written: ${systemWords(error)}`;
    throw usageError(`FILE ${path} ${why}`, 'FILE', file);
  }
  io.out.write(`${path}\n`);
  return exitStatus.done;
}
