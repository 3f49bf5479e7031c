import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalHost } from '../host.js';
import { niceValues, standBack } from './courtesy.js';

/** The nice value of a command of a host, and that of its session, which can come a moment later. */
async function niceOf(polite?: boolean): Promise<readonly string[]> {
  const host = createLocalHost(polite === undefined ? {} : { polite });
  const script = 'sleep 0.3; cut -d" " -f19 /proc/self/stat; cat /proc/self/autogroup';
  const { output } = await host.run(['/bin/sh', '-c', script]);
  const [own = '', group = ''] = Buffer.from(output).toString().split('\n');
  return [own, group.replace(/.* /, '')];
}

const isGrouped = existsSync('/proc/self/autogroup');
// Only root may change the value of several sessions within a tenth of a second.
const inSession = (nice: number): unknown =>
  !isGrouped ? '' : process.geteuid?.() === 0 ? String(nice) : expect.any(String);

test('commands and their sessions have nice 10, or 19', async () => {
  expect(await niceOf()).toEqual(['10', inSession(10)]);
  expect(await niceOf(true)).toEqual(['19', inSession(19)]);
});

test('this process stays as it is', async () => {
  const before = getPriority();
  await niceOf();
  expect(getPriority()).toBe(before);
});

test('a process that stands back further stays there, and one that has ended is no error', async () => {
  const child = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  setPriority(child.pid ?? 0, 15);
  standBack(child.pid, niceValues.usual);
  expect(getPriority(child.pid)).toBe(15);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(() => standBack(child.pid, niceValues.usual)).not.toThrow();
  expect(() => standBack(undefined, niceValues.usual)).not.toThrow();
});
