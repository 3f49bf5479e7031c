import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../testing/cli.js';
import { archiveOf, runInProcess } from '../testing/in-process.js';

test.each([
  ['facts', ['reading']],
  ['verify', ['reading', 'checking']],
  ['report', ['reading', 'writing']],
  ['redact', ['reading']],
])('on a terminal, %s shows how much was done in each of its parts', async (command, parts) => {
  const archive = await archiveOf({ 'etc/hosts': '127.0.0.1 localhost\n' });
  const output = ['report', 'redact'].includes(command)
    ? ['--output', join(temporaryDirectory(), 'out')]
    : [];
  const { now } = performance;
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1000 * seconds++);
  const { status, stderr } = await runInProcess([command, archive, ...output], { isTTY: true });
  vi.restoreAllMocks();
  expect(status).toBe(0);
  for (const part of parts)
    expect(stderr).toMatch(new RegExp(`\\r\\x1b\\[K${part}, [1-9][\\d.]* \\w+, \\d+`));
  expect(stderr).toMatch(/\r\x1b\[K$/);
});

test('without a terminal, nothing is shown', async () => {
  const archive = await archiveOf({ 'etc/hosts': '127.0.0.1 localhost\n' });
  expect((await runInProcess(['verify', archive])).stderr).toBe('');
});
