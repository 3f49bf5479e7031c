import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../bootstrap/root.mjs';
import { writeLayer } from './layer.mjs';

const script = fileURLToPath(new URL('enter.sh', import.meta.url));

/**
 * Prepares a host below `folder` that has something for every entry of the catalog, as `writeLayer` is told; `shared`
 * are folders that are the same inside, as the workspace is. Resolves to `{ enter, files }`: the words that run a
 * command there, as root, and the paths of files that were made.
 */
export const prepareHost = async (folder, what, shared = []) => {
  const { defaultSpecs } = await import('../../packages/default-specs/dist/index.js');
  const layer = join(folder, 'layer');
  const top = join(folder, 'top');
  mkdirSync(top, { recursive: true });
  const files = writeLayer(layer, defaultSpecs.specs, what);
  const workspace = root.replace(/\/$/, '');
  const enter = ['unshare', '-m', '-p', '-f', 'sh', script, layer, top, workspace, ...shared, '--'];
  return { enter, files };
};
