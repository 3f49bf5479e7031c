import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { pythonOf } from '../test/python.mjs';
import { checkBoth, popularFile } from './both.mjs';
import { withPeer } from './needs.mjs';

const popular = JSON.parse(readFileSync(popularFile, 'utf8'));
// The kernel has /proc/mdstat only with the driver.
const ofKernel = ['insights.parsers.mdstat.Mdstat'];
// The prepared host only imitates these processes, and hostspec believes the kernel.
const ofProcesses = ['insights.parsers.httpd_M.HttpdM', 'insights.parsers.httpd_V.HttpdV'];

/** Checks that nothing differs without a reason, that nearly all that was compared is the same, and that our parsers succeed as theirs do. */
const expectSame = async (options, { share, valueless }) => {
  const { readings, compared, problems } = await checkBoth(pythonOf('peer'), options);
  expect(problems).toEqual([]);
  for (const differences of compared)
    expect(
      differences.filter(({ kind }) => kind.startsWith('same')).length / differences.length,
    ).toBeGreaterThan(share);
  for (const { counts } of readings) expect(counts.ours.ok / counts.theirs.ok).toBeGreaterThan(share);
  const [{ valued }] = readings;
  if (valueless)
    expect(valueless).toEqual(expect.arrayContaining(popular.filter((name) => !valued.includes(name))));
};

withPeer(
  'insights-core reads our archives of this host as its own',
  // The other host shows what file names alone make of an archive. If another process writes to /tmp meanwhile, du prints something else or fails.
  () => expectSame({ host: 'still', byName: false }, { share: 0.6 }),
);

withPeer('insights-core reads our archives of a host with nearly all of the catalog as its own', () =>
  expectSame({ host: 'prepared' }, { share: 0.9, valueless: [...ofKernel, ...ofProcesses] }),
);
