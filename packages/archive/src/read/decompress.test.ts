import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { type ArchiveLimits, defaultLimits } from '../archive-limits.js';
import { unpacked } from './decompress.js';

afterEach(() => {
  vi.doUnmock('execa');
});

function openFile(content: Uint8Array, bytes = content.length) {
  const path = join(temporaryDirectory(), 'x');
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  onTestFinished(() => closeSync(fd));
  return { path, fd, bytes };
}

describe('the limit of the ratio', () => {
  const bytesOf = async (content: Uint8Array, bytes: number, limits: Partial<ArchiveLimits>) => {
    let read = 0;
    for await (const piece of unpacked(openFile(content, bytes), { ...defaultLimits, ...limits }))
      read += piece.length;
    return read;
  };
  const limits = { ratio: 10, ratioFrom: 500 };

  test.each([
    ['as much as it allows is read', 1000, 100],
    ['little is read, however much it is compressed', 500, 1],
  ])('%s', async (_, content, file) => {
    expect(await bytesOf(gzipSync(Buffer.alloc(content)), file, limits)).toBe(content);
  });

  test.each([
    ['more than it allows is refused', 1001, 100],
    ['more than little is refused', 501, 1],
  ])('%s', async (_, content, file) => {
    await expect(bytesOf(gzipSync(Buffer.alloc(content)), file, limits)).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining('(limit ratio)'),
    });
  });

  test('is not for content that is not compressed', async () => {
    expect(await bytesOf(Buffer.alloc(5000, 'x'), 1, limits)).toBe(5000);
  });
});

const xz = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0]);

/** The module, with another program in place of the one that decompresses. */
async function withProgram(...words: string[]): Promise<{
  readonly unpacked: typeof unpacked;
  readonly children: { readonly killed: boolean }[];
}> {
  vi.resetModules();
  const children: { readonly killed: boolean }[] = [];
  vi.doMock('execa', async (original) => {
    const module = await original<typeof import('execa')>();
    const [program = '', ...args] = words;
    return {
      ...module,
      execa(_program: string, _args: readonly string[], options: object) {
        const child = module.execa(program, args, options);
        children.push(child);
        return child;
      },
    };
  });
  return { unpacked: (await import('./decompress.js')).unpacked, children };
}

test('a program that is missing is named', async () => {
  const here = await withProgram('/nowhere/xz');
  const file = openFile(xz);
  await expect(here.unpacked(file, defaultLimits).next()).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: `cannot read ${file.path}: it needs the program xz, which cannot be run`,
  });
});

test('the words of a program that fails are in the error', async () => {
  const here = await withProgram('sh', '-c', 'cat >/dev/null; echo "  no xz  " >&2; exit 1');
  await expect(here.unpacked(openFile(xz), defaultLimits).next()).rejects.toThrow(/: xz says: no xz$/);
});

test('a program that runs on is stopped once nobody reads its output', async () => {
  const here = await withProgram('sh', '-c', 'echo x; exec sleep 1000');
  const pieces = here.unpacked(openFile(xz), defaultLimits);
  expect(String((await pieces.next()).value)).toBe('x\n');
  await pieces.return(undefined);
  expect(here.children.map(({ killed }) => killed)).toEqual([true]);
});
