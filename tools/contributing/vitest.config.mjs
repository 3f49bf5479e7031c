import base from '../test/vitest.config.mjs';

// Files of other tests, whose order matters. Each works in a copy of the workspace.
export default { ...base, test: { ...base.test, include: ['tools/contributing/*.e2e.mjs'], bail: 1 } };
