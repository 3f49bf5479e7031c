import { createLocalHost } from '@hostspec/local-host';
import type { CollectingHost } from '@hostspec/spec';
import { expect, test, vi } from 'vitest';
import { tally } from '../runs/tally.js';
import { watchHost } from '../runs/watched-host.js';
import { safeOutput } from '../safe-output.js';
import { showProgress } from './progress.js';

/** The progress line of a run that waits for these, as the terminal gets it. */
function lineWith(waiting: readonly string[], { isTTY = true, columns = 80 } = {}): string {
  let written = '';
  const out = { isTTY, columns, write: (more: string | Uint8Array) => (written += more) };
  const progress = showProgress(tally(), 9, { err: safeOutput(out) }, () => waiting);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
  progress.update();
  vi.restoreAllMocks();
  const line = written.replace('\r\x1b[K', '');
  progress.end();
  return line;
}

test('names what it waits for', () => {
  expect(lineWith(['/usr/sbin/lsof', '/sbin/pvs -a'])).toMatch(
    /^0\/9 specs, 0 B, .* s, waiting for \/usr\/sbin\/lsof, \/sbin\/pvs -a$/,
  );
  expect(lineWith([])).not.toContain('waiting');
  expect(lineWith(['a', 'b', 'c', 'd'])).toMatch(/ a, b, c$/);
});

test.each([10, 40, 80])('is cut to a terminal of %i columns', (columns) => {
  const line = lineWith(['ä漢😀'.repeat(100)], { columns });
  expect(line).toHaveLength(columns - 1);
  expect(line).toMatch(/^[\x20-\x7e]*\.\.\.$/);
});

test('control characters cannot reach the terminal', () => {
  expect(lineWith(['/bin/x \x1b[2J\n\r\u202e'], { columns: 200 })).toMatch(
    /waiting for \/bin\/x \\x1b\[2J\\n\\x0d\\u202e$/,
  );
});

test('prints nothing if standard error is not a terminal', () => {
  expect(lineWith(['x'], { isTTY: false })).toBe('');
});

test('knows the commands and files that are under way, but not the standard input of a command', async () => {
  const ends: (() => void)[] = [];
  const held = async <T>(result: T): Promise<T> => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return result;
  };
  const base: CollectingHost = {
    ...createLocalHost(),
    run: () => held({ rc: 0, output: new Uint8Array() }),
    readInto: () => held(undefined),
    runInto: () => held({ rc: 0 }),
  };
  const { host, longest } = watchHost(base);
  const all = [
    host.runInto(['/bin/curl', '--config', '-'], () => {}, { stdin: 'header = "token SECRET"' }),
    host.run('/bin/a b'),
    host.readInto('/var/log/messages', () => {}),
  ];
  expect(longest(0)).toEqual(['/bin/curl --config -', '/bin/a b', '/var/log/messages']);
  expect(longest(0).join()).not.toContain('SECRET');
  expect(longest(3_600_000)).toEqual([]);
  for (const end of ends) end();
  await Promise.all(all);
  expect(longest(0)).toEqual([]);
});
