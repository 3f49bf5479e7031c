import { join } from 'node:path';

/**
 * What a package carries in its own bundle. Every start of a catalog loads the facts, and `--version` the runner: one more
 * package to find and link would cost them about 3 % of their time.
 */
export const carried = {
  '@hostspec/facts': ['@hostspec/host-kit', '@hostspec/parse'],
  '@hostspec/runner': ['@hostspec/host-kit'],
};

/** The plugin of esbuild that takes what a package carries from its source, so that unused modules stay out. */
export const carry = ({ name }, directory) => ({
  name: 'carry',
  setup(build) {
    for (const each of carried[name] ?? [])
      build.onResolve({ filter: new RegExp(`^${each}$`) }, () => ({
        path: join(directory, '..', each.replace('@hostspec/', ''), 'src/index.ts'),
        sideEffects: false,
      }));
  },
});
