import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { blockedTasks } from './providers.js';

const header = 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n';
const row = (pid: number, state: string, command: string) =>
  `root     ${pid}  0.0  0.1 168140 12800 ?        ${state}   Nov20   0:09 ${command}\n`;
const of = (output: string) =>
  blockedTasks.definition.evaluate(fakeContext(fakeHost({ commands: { '/bin/ps auxww': output } })));

test('the processes in state D, whatever a command line says', async () => {
  const table = `${header}${row(1, 'Ss', '/sbin/init')}${row(40, 'D<s', 'rsync')}${row(41, 'S', 'sh 1 2 3 4 5 D')}${row(42, 'D', 'cp')}`;
  expect(await of(table)).toEqual(['40', '42']);
  expect(await of(header)).toEqual({ nothing: 'no process waits uninterruptibly' });
});

test('of many, the first hundred', async () => {
  const many = Array.from({ length: 120 }, (_, index) => row(index + 1, 'D', 'ls')).join('');
  expect(await of(header + many)).toEqual(Array.from({ length: 100 }, (_, index) => `${index + 1}`));
});
