import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type * as Fleet from '@hostspec/fleet';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { writePage } from '../report-page/write-new.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Writes the page about a fleet to `--output`. */
export async function writeFleetPage(
  { fleetPage }: Pick<typeof Fleet, 'fleetPage'>,
  directory: string,
  [word]: readonly string[],
  { output: file = 'fleet.html', force = false }: Values<typeof options>,
  io: Io,
): Promise<number> {
  if (word !== undefined)
    throw usageError(`unexpected argument ${JSON.stringify(word)}; report takes only DIR`, 'WORD', word);
  const beside = file === '-' ? [] : namesBeside(resolve(io.cwd, file));
  await writePage({ file, force }, await fleetPage(directory, { beside }), io);
  return exitStatus.done;
}

/** What is beside a file; nothing if that cannot be read, as writing says why. */
function namesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
