import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tally } from '../runs/tally.js';
import { fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';
import { showProgress } from './progress.js';

test.each(['2038-01-19T03:14:08Z', '1983-01-01T00:00:00Z'])(
  'a clock that jumps to %s does not affect the progress line',
  async (jump) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let text = '';
    const err = { isTTY: true, columns: 80, write: (more: string | Uint8Array) => (text += more) };
    const progress = showProgress(tally(), 7, { err });
    try {
      progress.update();
      vi.setSystemTime(new Date(jump));
      await vi.waitFor(
        () => {
          progress.update();
          expect(text).toMatch(/0\/7 specs, 0 B, \d+(\.\d+)? s/);
        },
        { timeout: 60_000 },
      );
      expect(text).not.toMatch(/-\d|\d min/);
    } finally {
      progress.end();
      vi.useRealTimers();
    }
  },
);

test.each([-1e12, 1e12])('a clock that jumps by %d ms does not affect durations in the summary', (jump) => {
  const cwd = temporaryDirectory();
  const clock = join(cwd, 'clock.cjs');
  writeFileSync(
    clock,
    `const now = Date.now; let asked = 0; Date.now = () => now() + (++asked > 2 ? ${jump} : 0);`,
  );
  const run = (...args: string[]) =>
    hostspec(['collect', '--root', fakeRoot(), '--domain', 'kernel', ...args], {
      cwd,
      env: { NODE_OPTIONS: `--require ${clock}` },
    });
  expect(run('--output', 'x.tgz').stdout).toMatch(/ in \d+(\.\d+)? s$/m);
  const { duration, started } = JSON.parse(run('--output', 'y.tgz', '--json').stdout);
  expect(duration).toBeGreaterThan(0);
  expect(duration).toBeLessThan(600);
  expect(Date.parse(started)).toBeGreaterThan(0);
});
