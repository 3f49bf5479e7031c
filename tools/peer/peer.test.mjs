import { expect } from 'vitest';
import { pythonOf } from '../test/python.mjs';
import { checkBoth } from './both.mjs';
import { withPeer } from './collect.mjs';

/** Checks that nothing differs without a reason, that nearly all that was compared is the same, and that our parsers succeed as theirs do. */
const expectSame = async (options, { share, least }) => {
  const { readings, compared, problems } = await checkBoth(pythonOf('peer'), options);
  expect(problems).toEqual([]);
  for (const differences of compared)
    expect(
      differences.filter(({ kind }) => kind.startsWith('same')).length / differences.length,
    ).toBeGreaterThan(share);
  for (const { counts } of readings) {
    expect(counts.ours.ok / counts.theirs.ok).toBeGreaterThan(share);
    expect(counts.theirs.ok).toBeGreaterThan(least);
  }
};

withPeer(
  'insights-core reads our archives of this host as its own',
  // The other host shows what file names alone make of an archive. If another process writes to /tmp meanwhile, du prints something else or fails.
  () => expectSame({ host: 'still', byName: false }, { share: 0.6, least: 10 }),
);

withPeer('insights-core reads our archives of a host with nearly all of the catalog as its own', () =>
  expectSame({ host: 'prepared' }, { share: 0.9, least: 250 }),
);
