import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { isZeroBytes } from '@hostspec/host-kit';
import { itNeeds, needs } from '@hostspec/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { type GiveOptions, giveOpen, giveStart, readStart } from './give.js';

const folder = sharedDirectory();
const path = join(folder, 'file');

async function withFile<T>(content: string, use: (fd: number) => T | Promise<T>): Promise<T> {
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  try {
    return await use(fd);
  } finally {
    closeSync(fd);
  }
}

const many = 'line of text\n'.repeat(100_000);

describe('the start of a file', () => {
  test.each([0, 1, 19, 20, 21, 100])('is read up to %i bytes', async (most) => {
    const text = `${'a'.repeat(19)}b`;
    expect((await withFile(text, (fd) => readStart(fd, most))).toString()).toBe(text.slice(0, most));
  });

  test('is read in several pieces, each kept apart from the next', async () => {
    const read = await withFile(many, (fd) => readStart(fd, many.length - 5));
    expect(read.toString()).toBe(many.slice(0, -5));
  });

  test.each([5, many.length - 5, many.length])('is given up to %i bytes', async (size) => {
    const pieces: Buffer[] = [];
    await withFile(many, (fd) => giveStart(fd, (piece) => void pieces.push(Buffer.from(piece)), size));
    expect(Buffer.concat(pieces).toString()).toBe(many.slice(0, size));
  });

  test('ends where the file ends', async () => {
    const pieces: string[] = [];
    await withFile('abc', (fd) =>
      giveStart(fd, (piece) => void pieces.push(Buffer.from(piece).toString()), 10),
    );
    expect(pieces).toEqual(['abc']);
    expect((await withFile('abc', (fd) => readStart(fd, 10))).toString()).toBe('abc');
  });
});

async function givenOf(fd: number, options: GiveOptions) {
  const pieces: Buffer[] = [];
  const { bytes, cut } = await giveOpen(fd, (piece) => void pieces.push(Buffer.from(piece)), options);
  expect(pieces.map(({ length }) => length)).not.toContain(0);
  const text = Buffer.concat(pieces).toString();
  expect(bytes).toBe(text.length);
  return { text, cut };
}

const given = (content: string, options: GiveOptions) => withFile(content, (fd) => givenOf(fd, options));

describe('a file that is given', () => {
  test.each(['', 'a', 'a\nb\n', many])('is whole up to its limit', async (text) => {
    expect(await given(text, { maxBytes: Math.max(1, text.length) })).toEqual({ text, cut: undefined });
  });

  test('has zeros that are known as such', async () => {
    const text = `first\n${'\0'.repeat(3_000_000)}last\n`;
    const pieces: Buffer[] = [];
    let zeros = 0;
    await withFile(text, (fd) =>
      giveOpen(
        fd,
        (piece) => {
          if (isZeroBytes(piece)) zeros += piece.length;
          pieces.push(Buffer.from(piece));
        },
        { maxBytes: text.length },
      ),
    );
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(zeros).toBeGreaterThan(2_000_000);
  });

  test('beyond its limit is its last bytes, if they are raw', async () => {
    expect(await given('abc\ndef\nghi\n', { maxBytes: 6, raw: true })).toEqual({
      text: 'f\nghi\n',
      cut: { reason: 'the last 6 of 12 bytes', originalBytes: 12 },
    });
    const { text } = await given(many, { maxBytes: many.length - 1, raw: true });
    expect(text).toBe(many.slice(1));
  });

  test('ends early if the run is stopped', async () => {
    const { text, cut } = await given(many, { maxBytes: many.length, stopped: () => 'enough' });
    expect(text.length).toBeLessThan(many.length);
    expect(cut).toEqual({
      reason: `the first ${text.length} of ${many.length} bytes: enough`,
      originalBytes: many.length,
    });
  });
});

// Files are read in pieces of this many bytes.
const piece = 128 * 1024;

/** Does something after the size of a file was looked at, and before it is read. */
const meanwhile = (task: () => void): void => {
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    vi.mocked(performance.now).mockRestore();
    task();
    return now.call(performance);
  });
};

describe('a file that grows while it is read', () => {
  const unfinished = `${many}unfin`;
  test.each([
    ['whole', 'a\nb', 3, 'a\n'],
    ['the end of a short one', '0\na\nb', 4, 'a\n'],
    ['the end of a long one', unfinished, unfinished.length - 1, many.slice(13)],
  ])('ends with its last whole line: %s', async (_, text, maxBytes, expected) => {
    meanwhile(() => appendFileSync(path, 'ished\n'));
    expect(await given(text, { maxBytes })).toMatchObject({ text: expected });
    meanwhile(() => appendFileSync(path, 'ished\n'));
    expect(await given(text, { maxBytes, raw: true })).toMatchObject({ text: text.slice(-maxBytes) });
    // The line end came before the system told the size.
    expect((await given(text, { maxBytes })).text).toBe(
      `${expected}${text.slice(text.lastIndexOf('\n') + 1)}`,
    );
  });

  test('and has no whole line yet is given as it is', async () => {
    meanwhile(() => appendFileSync(path, 'b'));
    expect(await given('a', { maxBytes: 9 })).toEqual({ text: 'a', cut: undefined });
  });

  test('and whose last line is longer than one that is being written is given as it is', async () => {
    for (const [length, left] of [
      [4096, 'one\n'],
      [4097, `one\n${'x'.repeat(4097)}`],
    ] as const) {
      meanwhile(() => appendFileSync(path, 'b'));
      expect((await given(`one\n${'x'.repeat(length)}`, { maxBytes: 9000 })).text).toBe(left);
    }
  });
});

describe('a file that becomes shorter while it is read', () => {
  test.each([
    ['whole', many.length, 'the first part'],
    ['its end', many.length - 1, ''],
  ])('ends where it ends: %s', async (_, maxBytes, left) => {
    meanwhile(() => truncateSync(path, left.length));
    const { text } = await given(`${'the first part'}${many.slice(14)}`, { maxBytes });
    expect(text).toBe(left);
  });
});

describe('the end of a long file', () => {
  const size = 5 * piece;
  const long = many.slice(0, size);
  /** Says why to stop, once it was asked this often. */
  const after = (times: number) => {
    let asked = 0;
    return () => (++asked > times ? 'enough' : undefined);
  };

  test('that was stopped says which part was read', async () => {
    const maxBytes = 3 * piece + 1;
    const from = 2 * piece - 1;
    const start = long.indexOf('\n', from) + 1;
    const read = (times: number) => given(long, { maxBytes, stopped: after(times) });
    expect(await read(0)).toEqual({
      text: '',
      cut: { reason: `0 of ${size} bytes, from byte ${from} on: enough`, originalBytes: size },
    });
    expect(await read(1)).toEqual({
      text: long.slice(start, from + piece),
      cut: {
        reason: `${from + piece - start} of ${size} bytes, from byte ${start} on: enough`,
        originalBytes: size,
      },
    });
    for (const times of [4, 5])
      expect(await read(times)).toEqual({
        text: long.slice(start),
        cut: { reason: `the last ${size - start} of ${size} bytes`, originalBytes: size },
      });
  });

  test('begins with a whole line, even if that is all of its first piece', async () => {
    const [line, next] = [`${'x'.repeat(piece - 1)}\n`, 'b\nc\n'];
    const { text } = await given(`first\n${line}${next}`, { maxBytes: line.length + next.length });
    expect(text).toBe(next);
    const longer = 'y'.repeat(piece + 1);
    expect((await given(`first\n${longer}`, { maxBytes: longer.length })).text).toBe(longer);
  });
});

describe('a time limit', () => {
  /** Lets time pass: the first time is that at the beginning. */
  const times = (...milliseconds: readonly number[]): void => {
    const spy = vi.spyOn(performance, 'now').mockReturnValue(milliseconds.at(-1) ?? 0);
    for (const each of milliseconds) spy.mockReturnValueOnce(each);
  };
  const read = (maxBytes: number) =>
    given(many, { maxBytes, timeout: 2 }).finally(() => vi.mocked(performance.now).mockRestore());

  test('ends reading once it is over', async () => {
    times(100, 2100);
    expect(await read(many.length)).toEqual({ text: many, cut: undefined });
    times(100, 2100, 2101);
    expect(await read(many.length)).toMatchObject({
      text: many.slice(0, piece),
      cut: { reason: `the first ${piece} of ${many.length} bytes: reading took longer than 2 s` },
    });
    times(100, 2101);
    const { text, cut } = await read(many.length - 1);
    expect([text, cut?.reason]).toEqual([
      '',
      `0 of ${many.length} bytes, from byte 1 on: reading took longer than 2 s`,
    ]);
  });
});

describe('a file whose size the system does not know', () => {
  const fifo = join(folder, 'fifo');
  const withPipe = async <T>(content: string, use: (fd: number) => Promise<T>): Promise<T> => {
    const fd = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      writeSync(fd, content);
      return await use(fd);
    } finally {
      closeSync(fd);
    }
  };

  needs('mkfifo')('is its beginning, as long as data arrives', async () => {
    execFileSync('mkfifo', [fifo]);
    expect(await withPipe('a\nbcd', (fd) => givenOf(fd, { maxBytes: 100 }))).toEqual({
      text: 'a\nbcd',
      cut: { reason: 'the first 5 bytes: no more data arrived' },
    });
    expect(await withPipe('a\nbcd', (fd) => givenOf(fd, { maxBytes: 4 }))).toEqual({
      text: 'a\nbc',
      cut: { reason: 'the first 4 bytes of a file without a known size' },
    });
    await expect(withPipe('', (fd) => givenOf(fd, { maxBytes: 4 }))).rejects.toMatchObject({
      code: 'EAGAIN',
    });
  });

  test('leaves time for other work', async () => {
    const fd = openSync('/dev/zero', 'r');
    onTestFinished(() => closeSync(fd));
    let [turns, over] = [0, false];
    const working = (async () => {
      for (; !over; turns++) await otherWork();
    })();
    const { bytes } = await giveOpen(fd, () => {}, { maxBytes: 200 * piece });
    over = true;
    await working;
    expect(bytes).toBe(200 * piece);
    expect(turns).toBeGreaterThan(4);
  });
});

const cpus = '/sys/devices/system/cpu/online';
itNeeds(cpus, existsSync(cpus))(
  'a file that is shorter than the system says is read to its end',
  async () => {
    const text = readFileSync(cpus, 'utf8');
    const fd = openSync(cpus, 'r');
    onTestFinished(() => closeSync(fd));
    expect(await givenOf(fd, { maxBytes: text.length, fromStart: true })).toEqual({ text, cut: undefined });
    expect(await givenOf(fd, { maxBytes: 1, fromStart: true })).toEqual({
      text: '\n',
      cut: { reason: `the last 1 of ${text.length} bytes`, originalBytes: text.length },
    });
  },
);

test('a descriptor that was read from gives its file from the start, if that is wanted', async () => {
  for (const maxBytes of [100, 4])
    await withFile('abc\ndef\n', async (fd) => {
      readSync(fd, new Uint8Array(5));
      const { text } = await givenOf(fd, { maxBytes, fromStart: true });
      expect(text).toBe('abc\ndef\n'.slice(-maxBytes));
    });
});

test('a piece stays as it is until it was taken, whatever else is read', async () => {
  const texts = [many, many.replaceAll('line', 'LINE'), many.replaceAll('text', 'TEXT')];
  const other = join(folder, 'other');
  const read = async (text: string, index: number, give: typeof giveOpen) => {
    writeFileSync(`${other}${index}`, text);
    const fd = openSync(`${other}${index}`, 'r');
    onTestFinished(() => closeSync(fd));
    const pieces: Buffer[] = [];
    const take = async (each: Uint8Array): Promise<void> => {
      await otherWork();
      pieces.push(Buffer.from(each));
    };
    await give(fd, take, { maxBytes: text.length });
    return Buffer.concat(pieces).toString();
  };
  const start: typeof giveOpen = async (fd, take, { maxBytes }) => {
    await giveStart(fd, take, maxBytes);
    return { bytes: maxBytes };
  };
  const end: typeof giveOpen = (fd, take, { maxBytes }) =>
    giveOpen(fd, take, { maxBytes: maxBytes - 1, raw: true });
  const all = await Promise.all(
    [giveOpen, start, end].map((give, index) => read(texts[index] ?? '', index, give)),
  );
  expect(all).toEqual([texts[0], texts[1], texts[2]?.slice(1)]);
});

test.each([100, 4])(
  'an answer that has to be waited for ends a file only after its beginning: to %i bytes',
  async (most) => {
    let left = 0;
    vi.resetModules();
    vi.doMock('node:fs', async (original) => ({
      ...(await original<object>()),
      readSync: (_: number, buffer: Uint8Array) => {
        if (left-- <= 0) throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
        buffer.set(Buffer.from('a\nbcd\n'));
        return 6;
      },
    }));
    const { giveOpen: waiting } = await import('./give.js');
    vi.doUnmock('node:fs');
    const read = (count: number) => {
      left = count;
      const pieces: string[] = [];
      return withFile('x'.repeat(12), (fd) =>
        waiting(fd, (each) => void pieces.push(Buffer.from(each).toString()), { maxBytes: most }),
      ).then(() => pieces.join(''));
    };
    await expect(read(0)).rejects.toThrow('EAGAIN');
    expect(await read(1)).toBe(most === 4 ? 'bcd\n' : 'a\nbcd\n');
  },
);
