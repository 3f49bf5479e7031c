import { expect, test } from 'vitest';
import type { Io } from '../io.js';
import { silentIo } from '../testing/in-process.js';
import { listenForSignals } from './signals.js';

function fakeProcess() {
  const listeners = new Map<string, () => void>();
  const said: string[] = [];
  const exits: number[] = [];
  const io: Io = {
    ...silentIo,
    err: { write: (text) => said.push(String(text)) },
    onSignal(signal, listener) {
      listeners.set(signal, listener);
      return () => void listeners.delete(signal);
    },
    exit: (status) => void exits.push(status),
  };
  return { io, said, exits, listeners };
}

test('the first signal ends the run, the second ends the process', () => {
  const { io, said, exits, listeners } = fakeProcess();
  const interrupts = listenForSignals(io);
  expect([...listeners.keys()]).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM']);
  expect(interrupts.status()).toBeUndefined();
  listeners.get('SIGTERM')?.();
  expect(interrupts.signal.aborted).toBe(true);
  expect(interrupts.signal.reason).toBe('interrupted by SIGTERM');
  expect(interrupts.status()).toBe(143);
  expect(said).toEqual([
    'hostspec: SIGTERM: completing the archive with what was collected so far; repeat the signal to end at once\n',
  ]);
  expect(exits).toEqual([]);
  listeners.get('SIGINT')?.();
  expect(exits).toEqual([130]);
  expect(interrupts.status()).toBe(143);
});

test('ignores signals after the end', () => {
  const { io, listeners } = fakeProcess();
  listenForSignals(io).end();
  expect(listeners.size).toBe(0);
});
