import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';
import { versionFiles } from './versions.mjs';

test.each(versionFiles().map(({ file, ...rest }) => ({ ...rest, name: relative(root, file) })))(
  '$name states the version of its package',
  ({ actual, expected }) => {
    expect(actual).toBe(expected);
  },
);
