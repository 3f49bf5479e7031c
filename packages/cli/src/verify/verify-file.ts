import { resolve } from 'node:path';
import { verifyArchive } from '@hostspec/archive';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { printable } from '../text.js';
import type { options } from './options.js';

/** Prints the problems of an archive. */
export async function verifyFile(file: string, { json }: Values<typeof options>, io: Io): Promise<number> {
  const archive = resolve(io.cwd, file);
  const problems = await verifyArchive(archive);
  if (json) io.out.write(`${JSON.stringify({ archive, whole: problems.length === 0, problems })}\n`);
  else if (problems.length === 0)
    io.out.write(`${file}: complete; every item has the size and SHA-256 in the manifest\n`);
  else io.out.write(problems.map((problem) => `${file}: ${printable(problem)}\n`).join(''));
  return problems.length === 0 ? exitStatus.done : exitStatus.failure;
}
