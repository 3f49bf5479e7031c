import { expect } from 'vitest';
import { checkBoth } from './both.mjs';
import { missingPeer, testUnless } from './missing.mjs';
import { peerPython } from './python.mjs';

testUnless(missingPeer(), 'insights-core reads our archives as its own', { timeout: 240_000 }, async () => {
  const { readings, compared, problems } = await checkBoth(peerPython());
  expect(problems).toEqual([]);
  // Nothing compared would be no difference either.
  for (const differences of compared)
    expect(differences.filter(({ kind }) => kind.startsWith('same')).length).toBeGreaterThan(50);
  for (const { counts } of readings) expect(counts.ours.ok).toBeGreaterThan(50);
});
