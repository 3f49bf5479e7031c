import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, leftoversOf } from './fleet-directory.js';
import { readList } from './fleet-state.js';

/** Damaged and missing files of a fleet, and files that do not belong to it. */
export interface FleetVerdict {
  readonly problems: readonly string[];
  readonly leftovers: readonly string[];
  readonly files: number;
}

/** Compares each file of a fleet with the size and SHA-256 that the fleet's list has. */
export async function verifyFleet(root: string): Promise<FleetVerdict> {
  const state = readList(root);
  const problems: string[] = [];
  for (const { path, bytes, sha256 } of state.files) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found) problems.push(`${path} is missing`);
    else if (!found.isFile()) problems.push(`${path} is not a regular file`);
    else if (found.size !== bytes)
      problems.push(`${path} has ${found.size} bytes, but ${bytes} were written`);
    else if ((await digestOf(join(root, path))) !== sha256)
      problems.push(`${path} was changed: its SHA-256 differs`);
  }
  return { problems, leftovers: leftoversOf(root, state), files: state.files.length };
}
