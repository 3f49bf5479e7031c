import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

/** Lets a call of `node:fs` throw this error until the end of the test, after `before`. */
export function failingCall(
  call: 'linkSync' | 'mkdirSync' | 'rmdirSync' | 'rmSync',
  error: Error,
  before = (): void => {},
): void {
  const spy = vi.spyOn(fs, call).mockImplementation(() => {
    before();
    throw error;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}
