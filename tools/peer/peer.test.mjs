import { expect } from 'vitest';
import { checkBoth } from './both.mjs';
import { missingPeer, missingPreparedHost, testUnless } from './missing.mjs';
import { peerPython } from './python.mjs';

const timeout = 240_000;

/** Checks that nothing differs without a reason, over at least so many entries and parsers. */
const expectSame = async (options, { entries, parsers }) => {
  const { readings, compared, problems } = await checkBoth(peerPython(), options);
  expect(problems).toEqual([]);
  for (const differences of compared)
    expect(differences.filter(({ kind }) => kind.startsWith('same')).length).toBeGreaterThan(entries);
  for (const { counts } of readings) expect(counts.ours.ok).toBeGreaterThan(parsers);
};

testUnless(missingPeer(), 'insights-core reads our archives of this host as its own', { timeout }, () =>
  expectSame({}, { entries: 50, parsers: 50 }),
);

testUnless(
  missingPeer() ?? missingPreparedHost(),
  'insights-core reads our archives of a host with nearly all of the catalog as its own',
  { timeout },
  () => expectSame({ prepared: true }, { entries: 400, parsers: 200 }),
);
