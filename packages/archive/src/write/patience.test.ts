import { closeSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openPatiently, whenDescriptor } from './patience.js';

const system = (code: string) => Object.assign(new Error(code), { code });
const convert = (error: unknown) => new Error(`converted ${(error as Error).message}`);
const tasks = (...answers: readonly (Error | string)[]) => {
  const left = [...answers];
  return vi.fn(() => {
    const answer = left.shift() ?? 'no more';
    if (answer instanceof Error) throw answer;
    return answer;
  });
};

test('what works is done at once', () => {
  expect(whenDescriptor(tasks('done'), convert)).toBe('done');
});

test('another error is converted, and nothing is tried again', () => {
  const task = tasks(system('ENOSPC'), 'done');
  expect(() => whenDescriptor(task, convert)).toThrow('converted ENOSPC');
  expect(task).toHaveBeenCalledTimes(1);
});

test('without a descriptor it is done later, once there is one', async () => {
  expect(await whenDescriptor(tasks(system('EMFILE'), system('ENFILE'), 'done'), convert)).toBe('done');
});

test('an error that comes later is converted, too', async () => {
  const task = tasks(system('EMFILE'), system('ENOSPC'));
  await expect(whenDescriptor(task, convert)).rejects.toThrow('converted ENOSPC');
});

test('a file is opened, but no link', async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('file', join(folder, 'link'));
  const fd = await openPatiently(join(folder, 'file'));
  expect(fd).toBeGreaterThan(0);
  closeSync(fd);
  await expect(openPatiently(join(folder, 'link'))).rejects.toMatchObject({ code: 'ELOOP' });
});
