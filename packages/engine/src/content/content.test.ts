import { createHash } from 'node:crypto';
import { chainRedactions } from '@hostspec/redact';
import { hostError, type Item, type Redaction, type TakePiece } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { budgetOf } from './budget.js';
import { itemContent } from './content.js';
import { noRedaction } from './masked.js';
import { memorySink } from './memory-sink.js';
import { oneATurn } from './pace.js';

const source = { kind: 'file', path: '/a' } as const;
const place = { spec: 'a', source };

/** Gives pieces from one buffer, as a host does that reads a file. */
async function give(take: TakePiece, ...pieces: readonly string[]): Promise<void> {
  const buffer = Buffer.alloc(200_000);
  for (const piece of pieces) await take(buffer.subarray(0, buffer.write(piece)));
  buffer.fill('overwritten');
}

function contentOf(maxBytes?: number) {
  const sink = memorySink();
  let stopped: string | undefined;
  const budget = budgetOf(maxBytes, (reason) => {
    stopped = reason;
  });
  return { sink, budget, content: itemContent(sink, place, budget, noRedaction), stopped: () => stopped };
}

const unlimited = () => budgetOf(undefined, () => {});

const storedText = async (sink: ReturnType<typeof memorySink>, item: Item | undefined): Promise<string> =>
  item ? Buffer.from(await sink.read(item)).toString() : 'not kept';

test.each([
  ['small', ['one\n', 'two\n']],
  ['large', ['x'.repeat(100_000), 'y'.repeat(50_000)]],
  ['small, then large', ['start', 'x'.repeat(65_536), 'end']],
])('%s content is kept as it was given, although the host uses its buffer again', async (_, pieces) => {
  const { sink, content } = contentOf();
  await give(content.take, ...pieces);
  const item = await content.keep({ source, duration: 0 });
  expect(await storedText(sink, item)).toBe(pieces.join(''));
  expect(item?.bytes).toBe(pieces.join('').length);
});

test('a redaction may use the bytes that it returned again for its next call', async () => {
  const reused = Buffer.alloc(200_000);
  const inReused = (text: string) => reused.fill('#').subarray(0, reused.write(text));
  const redaction: Redaction = {
    content: () => ({
      push: (piece) => inReused(Buffer.from(piece).toString().toUpperCase()),
      end: () => inReused(' END'),
      masked: () => ({}),
    }),
    text: (text) => text,
  };
  for (const all of [redaction, chainRedactions(redaction, redaction)]) {
    const sink = memorySink();
    const content = itemContent(sink, place, unlimited(), all);
    await give(content.take, 'start ', 'x'.repeat(70_000), ' y');
    const item = await content.keep({ source, duration: 0 });
    const ends = all === redaction ? ' END' : ' END END';
    expect(await storedText(sink, item)).toBe(`START ${'X'.repeat(70_000)} Y${ends}`);
  }
});

test('small content reaches the sink only when it is kept', async () => {
  const { sink, content } = contentOf();
  const open = vi.spyOn(sink, 'open');
  await give(content.take, 'small');
  expect([content.bytes(), content.isBlank()]).toEqual([5, false]);
  await content.discard();
  expect(open).not.toHaveBeenCalled();
});

test('only line ends are blank', async () => {
  const { content } = contentOf();
  await give(content.take, '\n', '\r\n');
  expect(content.isBlank()).toBe(true);
  await give(content.take, ' ');
  expect(content.isBlank()).toBe(false);
});

test('the bytes of a run are shared; content that is not kept takes none', async () => {
  const { sink, budget, content, stopped } = contentOf(100_010);
  await give(content.take, 'x'.repeat(100_000));
  await content.discard();
  const first = itemContent(sink, place, budget, noRedaction);
  await give(first.take, 'y'.repeat(100_000));
  expect(await first.keep({ source, duration: 0 })).toMatchObject({ bytes: 100_000 });
  expect([budget.left(), stopped()]).toEqual([10, undefined]);
  const small = itemContent(sink, place, budget, noRedaction);
  await give(small.take, 'z'.repeat(20));
  const item = await small.keep({ source, duration: 0 });
  expect(item).toMatchObject({ bytes: 10, truncated: { originalBytes: 20 } });
  expect(await storedText(sink, item)).toBe('z'.repeat(10));
  expect(stopped()).toBe('the 100010 bytes for the whole run are used up');
  const late = itemContent(sink, place, budget, noRedaction);
  await give(late.take, 'z');
  expect(await late.keep({ source, duration: 0 })).toBeUndefined();
});

test('large content that exceeds the bytes of a run is cut there, and uses them up', async () => {
  const { sink, content, stopped } = contentOf(100_000);
  await give(content.take, 'x'.repeat(90_000), 'y'.repeat(60_000));
  const item = await content.keep({ source, duration: 0 });
  expect(item).toMatchObject({ bytes: 100_000, truncated: { originalBytes: 150_000 } });
  expect(await storedText(sink, item)).toBe('x'.repeat(90_000) + 'y'.repeat(10_000));
  expect(stopped()).toBe('the 100000 bytes for the whole run are used up');
});

test('stored content is not kept if other content used up the bytes of the run meanwhile', async () => {
  const { sink, budget, content, stopped } = contentOf(100_000);
  const discard = vi.spyOn(sink, 'discard');
  const other = itemContent(sink, place, budget, noRedaction);
  await give(content.take, 'x'.repeat(80_000));
  await give(other.take, 'y'.repeat(70_000));
  expect(await other.keep({ source, duration: 0 })).toMatchObject({ bytes: 70_000 });
  expect(await content.keep({ source, duration: 0 })).toBeUndefined();
  expect(discard).toHaveBeenCalledOnce();
  expect(stopped()).toBe('the 100000 bytes for the whole run are used up');
});

/** Masks the word secret, also across pieces. */
const masking: Redaction = {
  content() {
    let rest = '';
    let count = 0;
    const mask = (text: string) =>
      text.replaceAll('secret', () => {
        count++;
        return '__secret_word_00000000__';
      });
    return {
      push(piece) {
        const text = mask(rest + Buffer.from(piece).toString());
        rest = text.slice(-5);
        return Buffer.from(text.slice(0, -5));
      },
      end: () => Buffer.from(rest),
      masked: () => (count > 0 ? { word: count } : {}),
    };
  },
  text: (text) => text.replaceAll('secret', '__secret_word_00000000__'),
};

/** Takes out the word password, whose eight bytes are never split. */
const removing: Redaction = {
  content: () => ({
    push: (piece) => Buffer.from(Buffer.from(piece).toString().replaceAll('password', '')),
    end: () => Buffer.alloc(0),
    masked: () => ({}),
  }),
  text: String,
};

test.each([
  ['nothing', 'password', true],
  ['line ends', 'password\n\r\npassword\n', true],
  ['a blank', 'password \n', false],
])('content of which the redaction leaves %s', async (_, given, isLeftOut) => {
  for (const text of [given, `${'password'.repeat(20_000)}${given}`]) {
    const sink = memorySink();
    const budget = budgetOf(1_000_000, () => {});
    const content = itemContent(sink, place, budget, removing);
    await give(content.take, text.slice(0, 100_000), text.slice(100_000));
    const item = await content.keep({ source, duration: 0 });
    expect([item === undefined, content.isLeftOut()]).toEqual([isLeftOut, isLeftOut]);
    expect(budget.left() === 1_000_000).toBe(isLeftOut);
  }
});

test.each([
  [source, { path: '/a' }],
  [{ kind: 'command', argv: ['cat', '/a'] } as const, { path: 'insights_commands/cat_.a' }],
])('content of %j is masked by its path', async (from, origin) => {
  const content = vi.fn(masking.content);
  const { take, keep } = itemContent(memorySink(), { spec: 'a', source: from }, unlimited(), {
    ...masking,
    content,
  });
  await give(take, 'a');
  await keep({ source: from, duration: 0 });
  expect(content.mock.calls).toEqual([[origin]]);
});

test.each([
  ['small', [' one sec', 'ret two secret ']],
  ['large', ['x'.repeat(100_000), ' sec', 'ret ', 'secret']],
])('%s content is masked before it is counted, hashed and stored', async (_, pieces) => {
  const sink = memorySink();
  const content = itemContent(sink, place, unlimited(), masking);
  await give(content.take, ...pieces);
  const item = await content.keep({ source, duration: 0 });
  const stored = masking.text(pieces.join(''));
  expect(await storedText(sink, item)).toBe(stored);
  expect(item).toMatchObject({
    bytes: stored.length,
    sha256: createHash('sha256').update(stored).digest('hex'),
    masked: { word: 2 },
  });
  expect(content.bytes()).toBe(pieces.join('').length);
});

test('masks that make content exceed the bytes of the run are cut', async () => {
  const sink = memorySink();
  const budget = budgetOf(100_000, () => {});
  const content = itemContent(sink, place, budget, masking);
  await give(content.take, 'secret', 'x'.repeat(99_994));
  const item = await content.keep({ source, duration: 0 });
  expect(item).toMatchObject({ bytes: 100_000, masked: { word: 1 } });
  expect(item?.truncated?.reason).toBe(
    `the first 100000 of ${99_994 + masking.text('secret').length} bytes: the size limit of the whole run was reached`,
  );
});

test('an error of the sink is told apart from one of the host', async () => {
  const { sink, budget } = contentOf();
  const broken = {
    ...sink,
    open: () => {
      throw hostError('failed', 'full');
    },
  };
  const content = itemContent(broken, place, budget, noRedaction);
  await expect(give(content.take, 'x'.repeat(100_000))).rejects.toThrow('full');
  expect(content.failure()).toMatchObject({ message: 'full' });
});

test('the beginning of a content is looked at if its end is short, or has bytes that text does not have', async () => {
  const looksAt = async (end: readonly number[], how: Redaction = masking, raw = false) => {
    const { take, checkBeginning } = itemContent(memorySink(), place, unlimited(), how, raw);
    await take(Buffer.from(end));
    const read = vi.fn(async () => new Uint8Array());
    await checkBeginning(read);
    return read.mock.calls.length > 0;
  };
  const letters = Array.from({ length: 512 }, () => 97);
  expect([await looksAt(letters), await looksAt(letters.slice(1))]).toEqual([false, true]);
  const others: number[] = [];
  for (let byte = 0; byte < 256; byte++) if (await looksAt([...letters, byte])) others.push(byte);
  // Without backspace to carriage return, and escape.
  const control = Array.from({ length: 32 }, (_, byte) => byte);
  expect(others).toEqual(control.filter((byte) => ![8, 9, 10, 11, 12, 13, 27].includes(byte)));
  expect([await looksAt([0], masking, true), await looksAt([0], noRedaction)]).toEqual([false, false]);
});

describe('content that takes long to mask', () => {
  /** Masks nothing, and takes so many milliseconds for each kilobyte. */
  const slow = (milliseconds: number, sizes: number[]): Redaction => ({
    content: () => ({
      push(piece) {
        sizes.push(piece.length);
        for (const end = performance.now() + (piece.length / 1024) * milliseconds; performance.now() < end; );
        return piece;
      },
      end: () => Buffer.alloc(0),
      masked: () => ({}),
    }),
    text: String,
  });
  const text = 'x'.repeat(128 * 1024);

  test('is masked in parts, between which others have their turn', async () => {
    const sizes: number[] = [];
    const content = itemContent(memorySink(), place, unlimited(), slow(2, sizes));
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    count();
    await give(content.take, text);
    done = true;
    // Each part of 1 KB takes 2 ms, so there is a turn for each five of them.
    expect(turns).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBe(1024);
    expect(sizes.at(-1)).toBeLessThanOrEqual(1024);
  });

  test('is masked in parts too where a redaction before gives much at once', async () => {
    const sizes: number[] = [];
    let held: Uint8Array[] = [];
    const given = (): Uint8Array => {
      const all = Buffer.concat(held);
      held = [];
      return all;
    };
    const hoarding: Redaction = {
      content: () => ({
        push(piece) {
          held.push(Uint8Array.from(piece));
          return held.length < 20 ? Buffer.alloc(0) : given();
        },
        end: given,
        masked: () => ({}),
      }),
      text: String,
    };
    const sink = memorySink();
    const redaction = chainRedactions(hoarding, noRedaction, slow(1, sizes));
    const content = itemContent(sink, place, unlimited(), redaction);
    await give(content.take, text, text);
    const item = await content.keep({ source, duration: 0 });
    expect(await storedText(sink, item)).toBe(text + text);
    expect(sizes.length).toBeGreaterThan(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8192);
  });

  test('is masked in large parts if it is fast', async () => {
    const sizes: number[] = [];
    await give(itemContent(memorySink(), place, unlimited(), slow(0, sizes)).take, text, text, text);
    expect(Math.max(...sizes)).toBeGreaterThan(60_000);
  });

  test('is not said to be left out if nothing of it was masked in time', async () => {
    const over = (): string => 'the run is over';
    const content = itemContent(memorySink(), place, unlimited(), slow(0, []), false, over);
    await give(content.take, text);
    expect(await content.keep({ source, duration: 0 })).toBeUndefined();
    expect(content.isLeftOut()).toBe(false);
  });

  test('ends soon after its run, with what it has', async () => {
    let reason: string | undefined;
    const sizes: number[] = [];
    const noting: Redaction = {
      ...slow(0, sizes),
      content: () => ({
        push(piece) {
          sizes.push(piece.length);
          reason = 'the run is over';
          return piece;
        },
        end: () => Buffer.alloc(0),
        masked: () => ({}),
      }),
    };
    const content = itemContent(memorySink(), place, unlimited(), noting, false, () => reason);
    await give(content.take, text, text);
    const item = await content.keep({ source, duration: 0 });
    expect(sizes).toEqual([1024]);
    expect(item).toMatchObject({
      bytes: 1024,
      truncated: { reason: 'the first 1024 bytes after masking: the run is over', originalBytes: 262144 },
    });
  });
});

describe('the budget of a run', () => {
  test('without a limit an item may have everything', () => {
    const stop = vi.fn();
    const budget = budgetOf(undefined, stop);
    expect([budget.left(), budget.take(1e15), budget.left()]).toEqual([undefined, 1e15, undefined]);
    expect(stop).not.toHaveBeenCalled();
  });

  test('an item may have what is left, and the run stops when nothing is', () => {
    const stop = vi.fn();
    const budget = budgetOf(10.5, stop);
    expect([budget.left(), budget.take(4), budget.left()]).toEqual([10, 4, 6]);
    expect([budget.take(5), stop.mock.calls.length]).toEqual([5, 0]);
    expect([budget.take(3), budget.take(3)]).toEqual([1, 0]);
    expect(stop).toHaveBeenCalledWith('the 10.5 bytes for the whole run are used up');
    // A reader that may read nothing could not tell an empty file from one that was cut.
    expect(budget.left()).toBe(1);
  });

  test('a log may have half of what no other log was given, so that the largest are cut first', async () => {
    const budget = budgetOf(100, vi.fn());
    const given = await budget.withShare(20, (one) =>
      budget.withShare(60, (two) => budget.withShare(10, async (three) => [one, two, three])),
    );
    expect(given).toEqual([20, 40, 10]);
    expect(await budget.withShare(1000, async (bytes) => bytes)).toBe(50);
    budget.take(99);
    expect(await budget.withShare(7, async (bytes) => bytes)).toBe(0);
  });
});

describe('the pace of masking', () => {
  test('each caller gets a turn of the event loop for itself, in order', async () => {
    const turn = oneATurn();
    const seen: string[] = [];
    const turns = ['a', 'b', 'c'].map(async (name) => {
      await turn();
      seen.push(name);
    });
    let between = 0;
    const count = (): void => {
      if (seen.length > between) seen.push(String(++between));
      if (between < 3) setImmediate(count);
    };
    count();
    await Promise.all(turns);
    expect(seen.slice(0, 5)).toEqual(['a', '1', 'b', '2', 'c']);
    // One that comes later does not wait for those before.
    await turn();
  });
});

describe('a sink in memory', () => {
  const source = { kind: 'file', path: '/etc/a' } as const;

  test('content is read as it was written, even if the buffer is used again', async () => {
    const sink = memorySink();
    const item = await sink.open({ spec: 'a', source });
    const buffer = Buffer.from('one');
    await item.write(buffer);
    buffer.write('two');
    await item.write(buffer);
    expect(Buffer.from(await sink.read(item as never)).toString()).toBe('onetwo');
  });

  test('items have paths of their own, even for the same source', async () => {
    const sink = memorySink();
    const command = { kind: 'command', argv: ['/bin/show', 'a'] } as const;
    const items = [
      sink.open({ spec: 'a', source }),
      sink.open({ spec: 'a', source }),
      sink.open({ spec: 'a', source: command }),
      sink.open({ spec: 'a', source: command, commandLine: '/bin/show b' }),
    ];
    expect((await Promise.all(items)).map(({ path }) => path)).toEqual([
      '1-etc.a',
      '2-etc.a',
      '3-show_a',
      '4-show_b',
    ]);
  });

  test('discarded content, and all content after the end, is gone', async () => {
    const sink = memorySink();
    const [one, other] = [await sink.open({ spec: 'a', source }), await sink.open({ spec: 'a', source })];
    for (const item of [one, other]) await item.write(Buffer.from('x'));
    await sink.discard(one);
    expect(await sink.read(one as never)).toHaveLength(0);
    expect(await sink.read(other as never)).toHaveLength(1);
    expect(await sink.finish({} as never)).toBe('memory');
    await sink.close();
    expect(await sink.read(other as never)).toHaveLength(0);
  });
});
