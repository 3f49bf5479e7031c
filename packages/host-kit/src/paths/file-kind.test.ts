import type { FileKind } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { noRegularFile } from './file-kind.js';

test.each<[FileKind, string]>([
  ['directory', 'a directory'],
  ['block', 'a block device'],
  ['character', 'a character device'],
  ['fifo', 'a FIFO'],
  ['socket', 'a socket'],
  ['other', 'something else'],
])('why a %s is not read', (kind, words) => {
  expect(noRegularFile(kind)).toBe(`is ${words}, not a regular file`);
});
