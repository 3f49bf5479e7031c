import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { runInProcess, silentIo } from '../testing/in-process.js';
import { writePage } from './write-new.js';

let cwd: string;
beforeEach(() => {
  cwd = directoryOf({ 'host/etc/hostname': 'web1\n', 'd/x': '', 'other/a.html': 'mine' });
});

needs('root')('is not written through a directory or link of another user', async () => {
  chmodSync(cwd, 0o755);
  symlinkSync('../other', join(cwd, 'd/link'));
  lchownSync(join(cwd, 'd/link'), 4242, 4242);
  chownSync(join(cwd, 'd'), 4242, 4242);
  for (const output of ['d/b.html', 'd/link/b.html'])
    expect(await runInProcess(['report', 'host', '--output', output], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        `--output "${cwd}/${output}" is not safe: ${cwd}/d belongs to user 4242; allowed: `,
      ),
    });
  expect(readdirSync(join(cwd, 'd')).sort()).toEqual(['link', 'x']);
  expect(readdirSync(join(cwd, 'other'))).toEqual(['a.html']);
});

describe('if the way to a new file changes while it is written', () => {
  const target = (): string => join(cwd, 'd/a.html');
  const changeTheWay = (): void => {
    renameSync(join(cwd, 'd'), join(cwd, 'was'));
    symlinkSync('other', join(cwd, 'd'));
  };
  const expectOnlyOursGone = (): void => {
    expect(readFileSync(join(cwd, 'other/a.html'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'was/a.html'))).toBe(false);
  };

  test('a failure removes that file only', async () => {
    const pieces = async function* () {
      yield 'a';
      changeTheWay();
      throw new Error('broken');
    };
    await expect(writePage({ file: target(), force: false }, pieces(), silentIo)).rejects.toThrow('broken');
    expectOnlyOursGone();
  });

  test('a signal removes that file only', async () => {
    let send: (() => void) | undefined;
    const statuses: number[] = [];
    const io: typeof silentIo = {
      ...silentIo,
      onSignal: (signal: NodeJS.Signals, listener: () => void) => {
        if (signal === 'SIGTERM') send = listener;
        return () => {};
      },
      exit: (status: number) => void statuses.push(status),
    };
    const pieces = async function* () {
      yield 'a';
      changeTheWay();
      send?.();
    };
    await writePage({ file: target(), force: false }, pieces(), io);
    expect(statuses).toEqual([143]);
    expectOnlyOursGone();
  });

  test('its directory is not held any longer than that', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    const nothing = async function* () {};
    await writePage({ file: target(), force: false }, nothing(), silentIo);
    await expect(writePage({ file: target(), force: false }, nothing(), silentIo)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    });
    expect(open()).toBe(before);
  });
});
