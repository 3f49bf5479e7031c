import { mergeConfig } from 'vitest/config';
import base from '../test/vitest.config.mjs';

const report = ['json', { outputFile: '.reports/contributing.json' }];
const config = mergeConfig(base, { test: { reporters: [] } });

// Not merged, but instead: one file of other tests, whose order matters.
config.test.include = ['tools/contributing/*.e2e.mjs'];
config.test.reporters = process.env.TURBO_HASH ? ['default', report] : ['default'];
config.test.bail = 1;
// Each file works in a copy of its own. They run last, when the other tests leave a processor idle.
config.test.maxWorkers = 2;

export default config;
