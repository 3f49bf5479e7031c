import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import filePlugin from '@size-limit/file';
import glob from 'fast-glob';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import sizeLimit from 'size-limit';
import { limits } from './limits.mjs';
import { programViolations } from './program.mjs';

// The packages are ES modules only: Node 20.19 and later require() them anyway.
const notForUs = ['node10', 'node16-cjs'];
// A program, not a module that is imported.
const isProgramFile = (entrypoint) => entrypoint?.endsWith('.cjs');

/** The problems that a packed package would cause for its users. */
export const packedViolations = async (each) => {
  if (each.isProgram) return programViolations(each);
  const { tarball, manifest, path, folder, isDomain } = each;
  const data = readFileSync(tarball);
  const buffer = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(buffer)));
  const wrong = problems.filter(
    ({ resolutionKind, entrypoint }) => !notForUs.includes(resolutionKind) && !isProgramFile(entrypoint),
  );
  const size = await builtSize(path);
  const most = limits[folder] ?? (isDomain ? limits.domain : undefined);
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, manifest)}`),
    ...(types ? [] : ['attw: there are no types']),
    ...wrong.map(({ kind, entrypoint, fileName }) => `attw: ${kind} in ${entrypoint ?? fileName ?? '.'}`),
    ...(most === undefined ? ['tools/release/packing/limits.mjs has no limit for its size'] : []),
    ...(size > most ? [`${size} bytes of JavaScript, compressed; at most ${most}`] : []),
  ];
};

/** Bytes of a package's built JavaScript, compressed. */
const builtSize = async (path) => {
  const files = glob.sync('dist/**/*.js', { cwd: path, absolute: true });
  const [{ size }] = await sizeLimit([filePlugin], files);
  return size;
};
