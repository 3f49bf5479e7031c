import { joinWords, splitWords } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { currentVersion, kernelModuleFilters, semid } from './providers.js';
import { kernel } from './specs.js';

it.each([
  [currentVersion, kernel.specs.uname],
  [kernelModuleFilters, kernel.specs.lsmod],
  [semid, kernel.specs.ipcs_s],
] as const)(
  'what a provider reads comes from the command of an entry: %#',
  async ({ definition }, { command }) => {
    const host = fakeHost();
    await definition.evaluate(fakeContext(host));
    expect(host.ran).toEqual([joinWords(splitWords(command))]);
  },
);
