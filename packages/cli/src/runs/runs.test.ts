import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Io } from '../io.js';
import { silentIo } from '../testing/in-process.js';
import { byteLimit, timeLimits } from './collect-options.js';
import { listenForSignals } from './signals.js';
import { flagsBesideCommands } from './small-heap.js';

describe('limits', () => {
  const none = Number.POSITIVE_INFINITY;

  test('a run and its specs have time limits unless someone says otherwise', () => {
    expect(timeLimits({})).toEqual({ maxTime: 900, maxSpecTime: 120 });
    expect(timeLimits({ 'max-time': 5, 'max-spec-time': 3 })).toEqual({ maxTime: 5, maxSpecTime: 3 });
    expect(timeLimits({ 'max-time': none, 'max-spec-time': none })).toEqual({});
  });

  test('the bytes of a run are limited unless logs are wanted whole', () => {
    expect(byteLimit({})).toEqual({ maxBytes: 250 * 1024 * 1024 });
    expect(byteLimit({ 'full-logs': true })).toEqual({});
    expect(byteLimit({ 'full-logs': true, 'max-bytes': 5 })).toEqual({ maxBytes: 5 });
  });
});

describe('signals', () => {
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
});

describe('flags of V8', () => {
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
});
