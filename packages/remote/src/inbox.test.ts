import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markReader, maxLine, maxNoise, openInbox } from './inbox.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const noAnswer = 'no answer for 5 s; check that the host is up, or give it more time (--connect-timeout)';

/** The state of a promise: its result, or that there is none yet. */
async function stateOf(promise: Promise<string | undefined>): Promise<string> {
  let state = 'waits';
  promise.then(
    (line) => {
      state = line ?? 'end';
    },
    ({ message }) => {
      state = message;
    },
  );
  await new Promise(setImmediate);
  return state;
}

test('lines are given in their order, before an error and before the end', async () => {
  const inbox = openInbox(5, false);
  inbox.put('a');
  inbox.put('b');
  inbox.end();
  expect([await inbox.next(), await inbox.next(), await inbox.next()]).toEqual(['a', 'b', undefined]);
  inbox.put('c');
  inbox.fail(new Error('first'));
  inbox.fail(new Error('second'));
  expect(await inbox.next()).toBe('c');
  await expect(inbox.next()).rejects.toThrow('first');
});

test('a waiting caller gets the line, the error or the end when it comes', async () => {
  for (const [happen, expected] of [
    [(inbox: ReturnType<typeof openInbox>) => inbox.put('a'), 'a'],
    [(inbox: ReturnType<typeof openInbox>) => inbox.fail(new Error('no')), 'no'],
    [(inbox: ReturnType<typeof openInbox>) => inbox.end(), 'end'],
  ] as const) {
    const inbox = openInbox(5, false);
    const next = inbox.next();
    expect(await stateOf(next)).toBe('waits');
    happen(inbox);
    expect(await stateOf(next)).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  }
});

test('silence is an error after the time for it, which counts from the last progress', async () => {
  const inbox = openInbox(5, false);
  const next = inbox.next();
  vi.advanceTimersByTime(4999);
  inbox.progress();
  vi.advanceTimersByTime(4999);
  expect(await stateOf(next)).toBe('waits');
  vi.advanceTimersByTime(1);
  expect(await stateOf(next)).toBe(noAnswer);
});

test('time does not count while nobody waits for the host', async () => {
  const inbox = openInbox(5, false);
  inbox.put('a');
  await inbox.next();
  inbox.progress();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  const next = inbox.next();
  expect(await stateOf(next)).toBe('waits');
  inbox.put('b');
  expect(await stateOf(next)).toBe('b');
});

test('a person may take any time before the first line, but not after it', async () => {
  const inbox = openInbox(5, true);
  const first = inbox.next();
  inbox.progress();
  vi.advanceTimersByTime(600_000);
  expect(await stateOf(first)).toBe('waits');
  inbox.put('a');
  expect(await stateOf(first)).toBe('a');
  const second = inbox.next();
  vi.advanceTimersByTime(5000);
  expect(await stateOf(second)).toBe(noAnswer);
});

const mark = 'abcdef012345 ';

/** A reader, and the words of the lines that it found; `run` is the last. */
function reading() {
  const words: string[] = [];
  const reader = markReader(mark, (each) => {
    words.push(each);
    return each === 'run';
  });
  return { words, reader };
}

test('marked lines are found however the bytes are split', () => {
  const bytes = Buffer.from(`Welcome!\nno line end${mark}start\nnoise\n${mark}run\nmagic ${mark}not read\n`);
  for (let size = 1; size < bytes.length; size++) {
    const { words, reader } = reading();
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(words).toEqual(['start', 'run']);
    expect(reader.noise()).toBe('Welcome!\nno line endnoise\n');
    expect(reader.rest().toString()).toBe(`magic ${mark}not read\n`);
  }
});

test('before the last line, nothing is left over', () => {
  const { reader } = reading();
  reader.push(Buffer.from(`${mark}start\nrest`));
  expect(reader.rest()).toHaveLength(0);
  expect(reader.noise()).toBe('rest');
});

test('more noise than a banner has is an error, in one piece or in many', () => {
  const line = Buffer.alloc(64 * 1024, 'x');
  const { reader } = reading();
  const pushAll = (): void => {
    for (let bytes = 0; bytes <= maxNoise + line.length; bytes += line.length) reader.push(line);
  };
  expect(pushAll).toThrow('that do not belong to the connection');
  expect(() => reading().reader.push(Buffer.alloc(maxNoise + 100))).toThrow('that do not belong');
  expect(reader.noise().length).toBeLessThan(2 * line.length);
});

test('a marked line that does not end is an error', () => {
  expect(() => reading().reader.push(Buffer.from(mark + 'x'.repeat(maxLine + 1)))).toThrow(
    'a line of more than',
  );
  expect(() => reading().reader.push(Buffer.from(`${mark}${'x'.repeat(maxLine + 1)}\n`))).toThrow(
    'a line of more than',
  );
});
