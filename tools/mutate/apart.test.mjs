import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { beforeEach, expect } from 'vitest';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { runApart } from './apart.mjs';

const test = needs('root', 'a mount namespace', 'a network namespace', 'a PID namespace', 'setpriv');

let out;
beforeEach(() => {
  out = temporaryDirectory();
});
const statusOf = (script) => runApart(out, ['sh', '-c', script, 'sh'], 'ignore');

test('what a mutant writes is lost, except for its results', () => {
  const probe = join(root, 'packages/spec/src/mutant-probe.ts');
  const script = `echo x >${out}/results; echo x >/etc/mutant-probe; echo x >${probe}; test -e ${probe}`;
  expect(statusOf(script)).toBe(0);
  expect(readFileSync(join(out, 'results'), 'utf8')).toBe('x\n');
  expect([probe, '/etc/mutant-probe'].filter(existsSync)).toEqual([]);
  expect(readdirSync(join(out, 'top'))).toEqual([]);
});

test('a mutant cannot see processes of the machine, and reaches no network', () => {
  expect(statusOf(`! kill -0 ${process.pid} && [ "$(ls /sys/class/net)" = lo ]`)).toBe(0);
});

test('a mutant cannot change the kernel or the machine’s devices', () => {
  // Each of these leaves the machine as it is, even if nothing stops it: files are only opened, and the mode stays the same.
  const script = [
    'for path in /proc/sys/kernel/hostname /sys/power/state; do [ ! -e "$path" ] || ! (: >>"$path") || exit 1; done',
    '! chmod 666 /dev/null && ! mknod /tmp/disk b 8 0 && echo x >/dev/null',
  ];
  expect(statusOf(script.join('\n'))).toBe(0);
});
