import { fstatSync, readdirSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { randomContent } from '../../../../tools/test/seed.js';
import { fsWithRoom, type Room } from '../testing/failing-disk.js';
import { createSpool, type Held, holdBytes, spooledFile } from './spool.js';

const text = async (spool: Pick<Held, 'read'>, bytes = 99, position = 0) => {
  const read = Buffer.alloc(bytes);
  return read.subarray(0, await spool.read(read, position)).toString();
};

describe('a spool', () => {
  test('keeps what is appended, without a name', async () => {
    const directory = temporaryDirectory();
    const spool = createSpool(directory);
    await spool.append(Buffer.from('one'));
    await spool.append(Buffer.from(''));
    await spool.append(Buffer.from('two'));
    expect(spool.position()).toBe(6);
    expect(await text(spool)).toBe('onetwo');
    expect(await text(spool, 2, 3)).toBe('tw');
    expect(readdirSync(directory)).toEqual([]);
    await spool.close();
  });

  test('takes no space for zeros', async () => {
    const spool = createSpool(temporaryDirectory());
    await spool.append(Buffer.from('a'));
    for (let piece = 0; piece < 64; piece++) await spool.append(Buffer.alloc(64 * 1024));
    await spool.append(Buffer.from('b'));
    expect(spool.position()).toBe(2 + 64 * 64 * 1024);
    expect(fstatSync(spool.fd).blocks * 512).toBeLessThan(64 * 1024);
    expect(await text(spool, 3, spool.position() - 2)).toBe('\0b');
    await spool.append(Buffer.from('\0not only zeros'));
    expect(await text(spool, 99, spool.position() - 15)).toBe('\0not only zeros');
    await spool.close();
  });

  test('is empty again once it was cleared', async () => {
    const spool = createSpool(temporaryDirectory());
    await spool.append(Buffer.from('before'));
    await spool.clear();
    expect([spool.position(), fstatSync(spool.fd).size]).toEqual([0, 0]);
    await spool.append(Buffer.from('after'));
    expect(await text(spool)).toBe('after');
    await spool.close();
  });

  test('has files in it', async () => {
    const spool = createSpool(temporaryDirectory());
    await spool.append(Buffer.from('onetwothree'));
    const file = spooledFile(spool, 3, 3);
    expect(file.bytes).toBe(3);
    expect(await buffer(file.stream())).toEqual(Buffer.from('two'));
    await spool.close();
  });

  test('needs a directory', () => {
    const nowhere = `${temporaryDirectory()}/none`;
    expect(() => createSpool(nowhere)).toThrow(nowhere);
  });
});

test('the first bytes are held in memory, and the others in a spool', async () => {
  const nowhere = `${temporaryDirectory()}/none`;
  const inMemory = holdBytes(nowhere, 8);
  for (const piece of ['one', '', 'two', '12']) await inMemory.append(Buffer.from(piece));
  expect(await text(inMemory)).toBe('onetwo12');
  await expect(inMemory.append(Buffer.from('3'))).rejects.toThrow(nowhere);
  const held = holdBytes(temporaryDirectory(), 8);
  for (const piece of ['one', 'two', 'three', '4', 'five']) await held.append(Buffer.from(piece));
  expect(held.position()).toBe(16);
  expect(await buffer(spooledFile(held, 2, 13).stream())).toEqual(Buffer.from('etwothree4fiv'));
  expect([await text(held, 2, 4), await text(held, 4, 11), await text(held, 1, 16)]).toEqual([
    'wo',
    '4fiv',
    '',
  ]);
  await held.close();
});

test('what is held in memory is the same at any position', async () => {
  const bytes = randomContent(200_000);
  const held = holdBytes(`${temporaryDirectory()}/none`, bytes.length);
  for (let at = 0; at < bytes.length; at += 70_001) await held.append(bytes.subarray(at, at + 70_001));
  for (const start of [0, 1, 65_535, 65_536, 131_071, 199_999]) {
    const file = spooledFile(held, start, bytes.length - start);
    expect(Buffer.compare(await file.read(), bytes.subarray(start))).toBe(0);
  }
  await held.close();
});

describe('a spool on a disk with little room', () => {
  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.doUnmock('../sink-error.js');
  });

  const spoolWith = async (directory: string, room: Room, free?: number) => {
    vi.resetModules();
    vi.doMock('node:fs', () => fsWithRoom(directory, room));
    vi.doMock('../sink-error.js', async (original) => {
      const module = await original<typeof import('../sink-error.js')>();
      return free === undefined ? module : { ...module, freeSpace: () => ({ bytes: free, inodes: 1 }) };
    });
    const spool = (await import('./spool.js')).createSpool(directory);
    onTestFinished(() => spool.close());
    return spool;
  };

  test('says how much is still to be written', async () => {
    const directory = temporaryDirectory();
    const spool = await spoolWith(directory, { bytes: 1000 });
    await expect(spool.append(Buffer.alloc(5000, 'x'))).rejects.toMatchObject({
      code: 'NO_SPACE',
      subject: directory,
      value: 4000,
    });
  });

  test('continues after a write that took only a part', async () => {
    const spool = await spoolWith(temporaryDirectory(), { atOnce: 3 });
    await spool.append(Buffer.from('one two three'));
    await spool.append(Buffer.from(' four'));
    expect(await text(spool)).toBe('one two three four');
  });

  test('leaves a tenth of it to others', async () => {
    const directory = temporaryDirectory();
    const spool = await spoolWith(directory, {}, 1000);
    for (const bytes of [500, 400]) await spool.append(Buffer.alloc(bytes, 'x'));
    await expect(spool.append(Buffer.from('x'))).rejects.toMatchObject({
      code: 'NO_SPACE',
      message: expect.stringContaining('1000 bytes were free, of which hostspec takes at most 900'),
      subject: directory,
      value: 900,
    });
    await spool.clear();
    await spool.append(Buffer.alloc(900, 'x'));
    await expect(spool.append(Buffer.from('x'))).rejects.toMatchObject({ code: 'NO_SPACE' });
  });
});
