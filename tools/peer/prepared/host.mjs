import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../bootstrap/root.mjs';
import { writeLayer } from './layer.mjs';

const script = fileURLToPath(new URL('enter.sh', import.meta.url));

/**
 * Prepares a host that has something for every entry of the catalog; resolves to the words that run a command there.
 * What is written below `folder` stays.
 */
export const prepareHost = async (folder) => {
  const { defaultSpecs } = await import('../../../packages/default-specs/dist/index.js');
  const layer = join(folder, 'layer');
  const output = join(folder, 'archives');
  mkdirSync(output);
  writeLayer(layer, defaultSpecs.specs);
  const enter = ['unshare', '-m', '-p', '-f', 'sh', script, layer, root.replace(/\/$/, ''), output];
  return { enter, output };
};
