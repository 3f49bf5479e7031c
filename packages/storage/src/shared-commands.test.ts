import { blkid, physicalVolumes } from '@hostspec/facts';
import { joinWords, splitWords } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { storage } from './specs.js';

it.each([
  [blkid, storage.specs.blkid],
  [physicalVolumes, storage.specs.pvs_noheadings],
] as const)('what providers know comes from the command of an entry: %#', async (fact, { command }) => {
  const host = fakeHost();
  await fact(host);
  expect(host.ran).toEqual([joinWords(splitWords(command))]);
});
