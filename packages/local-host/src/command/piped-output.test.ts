import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { pipeOutput } from './execute.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

class Pipe extends EventEmitter {
  destroyed = 0;
  destroy(): void {
    this.destroyed++;
  }
}

const childWith = (stdout: Pipe | null, stderr: Pipe | null): ChildProcess =>
  Object.assign(new EventEmitter(), { stdout, stderr }) as unknown as ChildProcess;

/** A command with pipes, and the file that its output goes to, up to ten bytes. */
function piped(flags = 'w+') {
  const path = join(folder, 'output');
  writeFileSync(path, '');
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  const [stdout, stderr] = [new Pipe(), new Pipe()];
  const child = childWith(stdout, stderr);
  const end = vi.fn(() => expect([stdout.destroyed, stderr.destroyed]).toEqual([0, 0]));
  const output = pipeOutput(child, fd, 10, end);
  const print = (text: string, pipe = stdout): unknown => pipe.emit('data', Buffer.from(text));
  return { child, stdout, stderr, end, output, print, text: () => readFileSync(path, 'utf8') };
}

test('what a command prints is written as it comes, up to the limit', () => {
  const { stdout, stderr, end, output, print, text } = piped();
  print('abc');
  print('ERR', stderr);
  print('defg');
  expect(text()).toBe('abcERRdefg');
  expect(end).not.toHaveBeenCalled();
  print('h', stderr);
  print('i');
  expect(text()).toBe('abcERRdefg');
  expect(end).toHaveBeenCalledTimes(1);
  expect([stdout.destroyed, stderr.destroyed, output.failure]).toEqual([1, 1, undefined]);
});

test('a piece beyond the limit is cut', () => {
  const { end, print, text } = piped();
  print('0123456789abc');
  expect(text()).toBe('0123456789');
  expect(end).toHaveBeenCalledTimes(1);
});

test('the first error of writing ends the command, and is kept', () => {
  const { stdout, stderr, end, output, print, text } = piped('r');
  print('abc');
  const { failure } = output;
  expect(failure).toMatchObject({ code: 'EBADF' });
  print('def', stderr);
  expect(output.failure).toBe(failure);
  expect(end).toHaveBeenCalledTimes(1);
  expect([stdout.destroyed, stderr.destroyed, text()]).toEqual([1, 1, '']);
});

test('pipes are closed once the command has ended, even if a process still holds them', async () => {
  const { child, stdout, stderr, output, print, text } = piped();
  child.emit('exit');
  print('last');
  await vi.waitUntil(() => stdout.destroyed > 0, { timeout: 60_000 });
  expect([stderr.destroyed, text()]).toEqual([1, 'last']);
  output.close();
  expect([stdout.destroyed, stderr.destroyed]).toEqual([2, 2]);
});

test('an error of a pipe does not end this process', () => {
  const { stdout, output } = piped();
  expect(stdout.emit('error', new Error('EIO'))).toBe(true);
  expect(output.failure).toBeUndefined();
});

test('a command that got no pipes has no output', async () => {
  const child = childWith(null, null);
  const { close, failure } = pipeOutput(child, -1, 10, () => expect.unreachable('there is no output'));
  const ended = once(child, 'exit');
  child.emit('exit');
  await ended;
  close();
  expect(failure).toBeUndefined();
});
