import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type * as Fleet from '@hostspec/fleet';
import { chosenFindings } from '../check/chosen-findings.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { writePage } from '../report-page/write-new.js';
import { usageError } from '../usage-error.js';
import { checkState } from './check-fleet.js';
import type { options } from './options.js';

/** Writes the page about a fleet to `--output`. */
export async function writeFleetPage(
  fleet: Pick<typeof Fleet, 'fleetPage' | 'fleetHosts' | 'readingFleet'>,
  directory: string,
  [word]: readonly string[],
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  if (word !== undefined)
    throw usageError(`unexpected argument ${JSON.stringify(word)}; report takes only DIR`, 'WORD', word);
  const { output: file = 'fleet.html', force = false } = values;
  const findings = await chosenFindings(values, io);
  const check = (since: string) => checkState(findings, fleet, directory, { since });
  const beside = file === '-' ? [] : namesBeside(resolve(io.cwd, file));
  await writePage({ file, force }, await fleet.fleetPage(directory, { beside, check }), io);
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
