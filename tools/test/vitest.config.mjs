import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

// turbo keeps the report with the cached result; a run by hand must not replace it with a part of the tests.
const report = ['json', { outputFile: '.reports/vitest.json' }];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@hostspec\/([^/]+)$/, replacement: `${packages}$1/src/index.ts` },
      { find: '@hostspec/testing/pathological', replacement: `${packages}testing/src/pathological/index.ts` },
      { find: /^@hostspec\/([^/]+)\/specs\.json$/, replacement: `${packages}$1/specs.json` },
      { find: /^hostspec$/, replacement: `${packages}cli/src/index.ts` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.mjs', 'tools/**/*.test.ts'],
    globalSetup: fileURLToPath(new URL('machine-guard.mjs', import.meta.url)),
    passWithNoTests: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: process.env.TURBO_HASH ? ['default', report] : ['default'],
  },
});
