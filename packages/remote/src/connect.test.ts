import { findRunner } from '@hostspec/runner';
import { itNeeds } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { randomContent } from '../../../tools/test/seed.js';
import { architectures, bootstrap } from './bootstrap.js';
import { uploadOf } from './connect.js';
import { sudoText } from './sudo.js';

const platforms: Readonly<Record<string, string>> = {
  amd64: 'linux-x64',
  arm64: 'linux-arm64',
  s390x: 'linux-s390x',
  ppc64le: 'linux-ppc64',
};
const mostBytes = 1_100_000;

describe('everything that is sent before a runner starts', () => {
  for (const arch of Object.keys(architectures)) {
    const found = findRunner(undefined, platforms[arch]);
    const lacks = typeof found === 'string';
    itNeeds(lacks ? `a runner for ${arch}` : '', !lacks)(`has at most 1.1 MB for ${arch}`, async () => {
      if (lacks) return;
      const mark = {
        first: randomContent(12, 1).toString('hex'),
        second: randomContent(12, 2).toString('hex'),
      };
      const digests = Object.fromEntries(Object.keys(architectures).map((each) => [each, found.sha256]));
      const text = bootstrap({ mark, digests, word: mark.first, keep: true });
      const { content } = await uploadOf(found, true);
      expect(sudoText(mark).length + text.length + content.length).toBeLessThanOrEqual(mostBytes);
    });
  }
});
