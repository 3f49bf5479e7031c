import base from '../../test/vitest.config.mjs';

// One file of other tests, whose order matters.
export default { ...base, test: { ...base.test, include: ['tools/release/publish/*.e2e.mjs'], bail: 1 } };
