import { packagesOf } from '../workspace/packages.mjs';

/** What the tests of a package import, and knip does not see there. */
const ignored = {
  archive: ['@hostspec/testing'],
  engine: ['@hostspec/testing', '@hostspec/local-host'],
  files: ['@hostspec/testing'],
  'local-host': ['@hostspec/testing'],
  'archive-host': ['@hostspec/archive', '@hostspec/engine', '@hostspec/testing'],
};

/** What others start, or import from a package: the source of what its manifest exports. */
const entryOf = ({ manifest }) => [
  ...Object.values(manifest.exports)
    .flatMap((target) => target.default ?? [])
    .map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')),
  'src/bin.ts',
  'src/**/*.test-d.ts',
];

export default {
  exclude: ['binaries'],
  workspaces: {
    '.': {
      entry: [
        'tools/assurance/cli.ts',
        'tools/bench/redact.mjs',
        'tools/mutate/stryker.config.mjs',
        'tools/mutate/vitest.config.mjs',
        'tools/release/publish-all.mjs',
        'tools/**/*.e2e.mjs',
        'tools/test/run-again.mjs',
      ],
      project: ['tools/**/*.mjs'],
      ignoreDependencies: ['@changesets/config', 'kubernetes-types', 'turbo', 'verdaccio'],
    },
    ...Object.fromEntries(
      packagesOf().map((each) => [
        `packages/${each.folder}`,
        { entry: entryOf(each), project: ['src/**/*.ts'], ignoreDependencies: ignored[each.folder] ?? [] },
      ]),
    ),
  },
};
