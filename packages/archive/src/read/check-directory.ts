import { readdirSync, realpathSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { invalidArchive } from '../archive-limits.js';
import { isMark } from './archive-kinds.js';

/** Refuses a directory that is not an archive, by the names at its top: walking everything below it could take for ever. */
export function checkDirectory(path: string): void {
  if (isRunning(path))
    throw invalidArchive(path, 'it is the root of a running host, not an archive; collect the host first');
  const entries = readdirSync(path, { withFileTypes: true });
  const [only, ...others] = entries;
  const inFolder = only?.isDirectory() && others.length === 0 ? readdirSync(join(path, only.name)) : [];
  if (entries.length === 0 || entries.some(({ name }) => isMark(name)) || inFolder.some(isMark)) return;
  throw invalidArchive(
    path,
    'it is not an archive: it has no manifest.json, insights_archive.txt, insights_commands, sos_commands or etc; name the directory that has one of them',
  );
}

const procMagic = 0x9f_a0;

/** A tree in which /proc is mounted changes while it is read, and has no end. */
function isRunning(path: string): boolean {
  if (realpathSync(path) === '/') return true;
  try {
    return statfsSync(join(path, 'proc')).type === procMagic;
  } catch {
    return false;
  }
}
