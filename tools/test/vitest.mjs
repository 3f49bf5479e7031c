import { join } from 'node:path';
import { root } from '../workspace/root.mjs';

/** The words, after Node's own, that run Vitest with the configuration of a workspace. */
export const vitestWords = (workspace = root) => [
  join(workspace, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...['--config', join(workspace, 'tools/test/vitest.config.mjs')],
];
