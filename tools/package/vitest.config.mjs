import base from '../test/vitest.config.mjs';

// Its packages come from npm's registry, whose certificates the other tests do without.
export default { ...base, test: { ...base.test, include: ['tools/package/*.e2e.mjs'], env: {} } };
