import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';

/** The path of an archive that the user named. @throws UsageError for a URL. */
export function archivePath(named: string, { cwd }: Pick<Io, 'cwd'>): string {
  const path = resolve(cwd, named);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) && !existsSync(path))
    throw usageError(
      `${JSON.stringify(named)} is a URL, and hostspec reads files; download it, and give the path of the file`,
      'ARCHIVE',
      named,
    );
  return path;
}
