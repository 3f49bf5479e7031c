import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flagsBesideCommands } from './small-heap.js';

/** What V8 prints about flags when it is given them while it runs. */
function complaints(flags: readonly string[]): string {
  const program = `for (const flag of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(flag)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  return stdout + stderr;
}

test('this V8 knows every flag', () => {
  const flags = flagsBesideCommands(process.versions.v8);
  expect(flags).not.toEqual([]);
  expect(complaints(flags)).toBe('');
});

test('V8 complains of a flag that it does not know', () => {
  expect(complaints(['--hostspec=1'])).toContain('--hostspec');
});

test('every major version that may run hostspec has flags of its own, and later ones have none', () => {
  expect(flagsBesideCommands('11.3.244.8-node.38')).toContain('--interrupt-budget=1000000');
  for (const version of ['12.4.254.21-node.56', '14.6.202.34-node.34'])
    expect(flagsBesideCommands(version)).not.toContain('--interrupt-budget=1000000');
  expect(flagsBesideCommands('15.0.1')).toEqual([]);
});
