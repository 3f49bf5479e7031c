import { chmodSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Manifest, openArchive, verifyArchive } from '@hostspec/archive';
import type { Outcome, Spec } from '@hostspec/spec';
import type { Finished, PathologicalHost, StartOptions } from '@hostspec/testing/pathological';
import { expect } from 'vitest';
import { checkBuild } from '../../packages/cli/src/testing/cli.js';
import { type CheckedArchive, checkArchive } from './archive.js';

/** The arguments that run the built command. */
export const hostspec: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL('../../packages/cli/bin/hostspec.cjs', import.meta.url)),
];

/** Writes specs as a catalog file that root accepts; returns its path. */
export function catalogFile(host: PathologicalHost, specs: Readonly<Record<string, Spec>>): string {
  const path = host.path('catalog.json');
  writeFileSync(path, catalogText(specs));
  chmodSync(path, 0o644);
  return path;
}

/** Specs as the text of a catalog file. */
export function catalogText(specs: Readonly<Record<string, Spec>>): string {
  return JSON.stringify({ name: 'assurance', version: '1.0.0', extends: [], add: specs });
}

/** Runs the built command inside a pathological host, to its end. */
export function runHostspec(
  host: PathologicalHost,
  args: readonly string[],
  {
    enter = (argv) => argv,
    ...options
  }: StartOptions & { enter?: (argv: readonly string[]) => readonly string[] } = {},
): Promise<Finished> {
  checkBuild();
  return host.run(enter([...hostspec, ...args]), options);
}

/** Checks an archive of any format, also as `hostspec verify` does. */
export async function verified(
  path: string,
  planned: readonly string[],
): Promise<Pick<CheckedArchive, 'manifest' | 'outcome'>> {
  expect(await verifyArchive(path)).toEqual([]);
  if (!isNdjson(path)) return checkArchive(path, planned);
  const archive = await openArchive(path);
  await archive.close();
  const manifest = archive.manifest as Manifest;
  expect(manifest.outcomes.map(({ name }) => name).sort()).toEqual([...planned].sort());
  return { manifest, outcome: (name) => manifest.outcomes.find((each) => each.name === name) as Outcome };
}

function isNdjson(path: string): boolean {
  return lstatSync(path).isFile() && readFileSync(path).subarray(0, 1).toString() === '{';
}
