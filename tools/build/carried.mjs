import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a package carries in its own bundle. Every start of a catalog loads the facts, and `--version` the runner: one more
 * package to find and link would cost them about 3 % of their time.
 */
export const carried = {
  '@hostspec/facts': ['@hostspec/host-kit', '@hostspec/parse'],
  '@hostspec/runner': ['@hostspec/host-kit'],
};

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** The plugin of esbuild that takes packages of the workspace from their source, so that unused modules stay out. */
export const fromSource = (names) => ({
  name: 'from-source',
  setup(build) {
    for (const each of names)
      build.onResolve({ filter: new RegExp(`^${each}$`) }, () => ({
        path: join(packages, each.replace('@hostspec/', ''), 'src/index.ts'),
        sideEffects: false,
      }));
  },
});
