import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countContent } from './content-garbage.js';

const MiB = 1024 * 1024;

/** The most bytes of buffers at once, beside those at the start, while 64 MiB of garbage are made and counted. */
async function peak(count: (bytes: number) => void): Promise<number> {
  const start = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let made = 0; made < 64 * MiB; made += 64 * 1024) {
    Buffer.allocUnsafeSlow(64 * 1024);
    most = Math.max(most, process.memoryUsage().arrayBuffers - start);
    count(64 * 1024);
    // V8 frees buffers on another thread.
    await setImmediate();
  }
  return most;
}

test('the buffers of content do not pile up until V8 collects them by itself', async () => {
  expect(await peak(countContent)).toBeLessThan(12 * MiB);
  expect(await peak(() => undefined)).toBeGreaterThan(16 * MiB);
});
