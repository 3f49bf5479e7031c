import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../workspace/root.mjs';
import { writeLayer } from './layer.mjs';

const script = fileURLToPath(new URL('enter.sh', import.meta.url));

/**
 * Prepares a host below `folder` with content for every entry of the catalog, according to `writeLayer`; `shared`
 * are folders that are the same inside, as the workspace is. Resolves to the words that run a command there, as root.
 */
export const prepareHost = async (folder, what, shared = []) => {
  const { defaultSpecs } = await import('../../../packages/default-specs/dist/index.js');
  const [layer, top] = ['layer', 'top'].map((name) => join(folder, name));
  for (const made of [layer, top]) mkdirSync(made);
  writeLayer(layer, defaultSpecs.specs, what);
  return ['unshare', '-m', '-p', '-f', 'sh', script, layer, top, root.replace(/\/$/, ''), ...shared, '--'];
};

/** The words that run a command, as root, on this machine without its other processes and what they write to /tmp. */
export const stillWords = (shared) => {
  const still = fileURLToPath(new URL('still.sh', import.meta.url));
  return ['unshare', '-m', '-p', '-f', 'sh', still, root.replace(/\/$/, ''), ...shared, '--'];
};
