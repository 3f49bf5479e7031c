import { describe, expect, test, vi } from 'vitest';
import {
  type CommandResult,
  type Host,
  hostError,
  isHostError,
  readText,
  runLines,
  textLines,
} from '../index.js';

const hostOf = (methods: Partial<Host>) => methods as Host;
const reading = (text: string | Error) =>
  hostOf({
    readFile: vi.fn(async () => {
      if (text instanceof Error) throw text;
      return new TextEncoder().encode(text);
    }),
  });

describe('a host error', () => {
  test('has a problem and a message, but no stack trace', () => {
    const before = Error.stackTraceLimit;
    const error = hostError('denied', '/etc/shadow: permission denied');
    expect(error).toMatchObject({
      code: 'HOST',
      problem: 'denied',
      message: '/etc/shadow: permission denied',
    });
    expect(error.stack).not.toContain('\n    at ');
    expect(Error.stackTraceLimit).toBe(before);
  });

  test('is known by its code and problem, whichever copy of the package made it', () => {
    expect(isHostError(hostError('absent', 'x'))).toBe(true);
    expect(isHostError(Object.assign(new Error('x'), { code: 'HOST', problem: 'absent' }))).toBe(true);
    for (const other of [
      new Error('x'),
      Object.assign(new Error('x'), { code: 'HOST' }),
      Object.assign(new Error('x'), { code: 'ENOENT', problem: 'absent' }),
      Object.assign(new Error('x'), { problem: 'absent' }),
      { code: 'HOST', problem: 'absent' },
      undefined,
    ])
      expect(isHostError(other)).toBe(false);
  });
});

describe('text of a file', () => {
  test('is there, or undefined if the host refuses it', async () => {
    const host = reading('ä\n');
    expect(await readText(host, '/a', { as: 0 } as never)).toBe('ä\n');
    expect(host.readFile).toHaveBeenCalledWith('/a', { as: 0 });
    expect(await readText(reading(hostError('absent', 'x')), '/a')).toBeUndefined();
    await expect(readText(reading(new RangeError('a bug')), '/a')).rejects.toThrow('a bug');
  });
});

describe('lines of a command', () => {
  const running = (result: Partial<CommandResult>) =>
    hostOf({
      run: vi.fn(
        async () => ({ rc: 0, output: new TextEncoder().encode('a\nb\n'), ...result }) as CommandResult,
      ),
    });

  test('are those of its output if it succeeded', async () => {
    const host = running({});
    expect(await runLines(host, '/bin/a', { keepRc: true, timeout: 5 } as never)).toEqual(['a', 'b']);
    expect(host.run).toHaveBeenCalledWith('/bin/a', { timeout: 5 });
    expect(await runLines(host, ['/bin/a'])).toEqual(['a', 'b']);
    expect(host.run).toHaveBeenLastCalledWith(['/bin/a'], {});
  });

  test('are undefined if it failed, unless its exit status does not matter', async () => {
    expect(await runLines(running({ rc: 1 }), '/bin/a')).toBeUndefined();
    expect(await runLines(running({ rc: 1 }), '/bin/a', { keepRc: true })).toEqual(['a', 'b']);
    expect(await runLines(running({ rc: undefined }), '/bin/a')).toBeUndefined();
    expect(await runLines(running({ rc: undefined }), '/bin/a', { keepRc: true })).toBeUndefined();
  });
});

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\nc', ['a', 'b', 'c']],
  ['\na', ['', 'a']],
])('the lines of %j are %j', (text, lines) => {
  expect(textLines(text)).toEqual(lines);
});
