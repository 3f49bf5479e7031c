import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { checkBoth } from './both.mjs';
import { peerPython } from './python.mjs';

const missing = () => {
  try {
    peerPython();
    const { status, stderr, error } = spawnSync('unshare', [
      ...(process.getuid() === 0 ? [] : ['-r']),
      '-n',
      'true',
    ]);
    return status === 0 ? undefined : `no network namespace can be made: ${error?.message ?? stderr}`;
  } catch (error) {
    return error.message;
  }
};

const why = missing();
if (why !== undefined && process.env.CI)
  test('insights-core as a peer', () => {
    throw new Error(`${why}: CI needs it`);
  });

test.skipIf(why !== undefined)(
  `insights-core reads our archives as its own${why ? ` (${why})` : ''}`,
  { timeout: 240_000 },
  async () => {
    const { readings, compared, problems } = await checkBoth(peerPython());
    expect(problems).toEqual([]);
    // Nothing compared would be no difference either.
    for (const differences of compared)
      expect(differences.filter(({ kind }) => kind.startsWith('same')).length).toBeGreaterThan(50);
    for (const { counts } of readings) expect(counts.ours.ok).toBeGreaterThan(50);
  },
);
