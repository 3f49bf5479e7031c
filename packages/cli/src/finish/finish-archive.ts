import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { recover } from '@hostspec/archive';
import { defined } from '@hostspec/host-kit';
import { isHostspecError } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Builds the archive of a run that was killed, and prints its path. */
export async function finishArchive(
  directory: string,
  { format, output, force }: Values<typeof options>,
  io: Io,
): Promise<number> {
  const path = resolve(io.cwd, directory);
  try {
    const archive = await recover(path, {
      ...defined({ format, path: output === undefined ? undefined : resolve(io.cwd, output), force }),
      optionName: (option) => (option === 'path' ? '--output' : '--force'),
    });
    io.out.write(`${printable(archive)}\n`);
    return exitStatus.done;
  } catch (error) {
    const left = isHostspecError(error) && error.code === 'INVALID_ARCHIVE' ? workDirectoriesIn(path) : [];
    if (left.length === 0) throw error;
    throw usageError(
      `DIR ${path} is not a work directory; name one of those in it: ${left.join(', ')}`,
      'DIR',
      directory,
    );
  }
}

function workDirectoriesIn(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.partial'))
      .slice(0, 20);
  } catch {
    return [];
  }
}
