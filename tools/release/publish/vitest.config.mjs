import base from '../../test/vitest.config.mjs';

// One file of other tests, whose order matters, and which ask the registry of packages.
const test = { ...base.test, include: ['tools/release/publish/*.e2e.mjs'], bail: 1, env: {} };
export default { ...base, test };
