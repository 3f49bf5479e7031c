import base from '../test/vitest.config.mjs';

// They install and build, which takes as long as the other work of a machine lets it: the limit is for what never ends.
const limit = 30 * 60_000;

// Files of other tests, whose order matters. Each works in a copy of the workspace.
export default {
  ...base,
  test: {
    ...base.test,
    include: ['tools/contributing/*.e2e.mjs'],
    bail: 1,
    testTimeout: limit,
    hookTimeout: limit,
  },
};
