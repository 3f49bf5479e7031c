import { fstatSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { type HeldOutput, outputHolder, withoutOutput } from './held-outputs.js';

let folder = '';
const opened: number[] = [];
beforeEach(() => {
  folder = temporaryDirectory();
});

const end = { rc: 0 };
const small = 'x'.repeat(64 * 1024);
const large = `${small}y`;

const fileOf = (text: string): number => {
  const path = join(folder, String(opened.length));
  writeFileSync(path, text);
  const fd = openSync(path, 'r');
  opened.push(fd);
  return fd;
};

const isOpen = (fd: number, size: number): boolean => {
  try {
    return fstatSync(fd).size === size;
  } catch {
    return false;
  }
};

const given = async (held: HeldOutput, maxBytes = 1e9) => {
  const pieces: Uint8Array[] = [];
  const answer = await held.give((piece) => void pieces.push(Uint8Array.from(piece)), maxBytes);
  return [answer, Buffer.concat(pieces).toString()];
};

test.each([
  ['nothing', ''],
  ['a small output', small],
  ['a large output', large],
])('%s is given as often as wanted, whole or its start', async (_, text) => {
  const held = outputHolder()(end, fileOf(text), 99);
  expect([held.end, held.limit]).toEqual([end, 99]);
  for (let time = 0; time < 2; time++) {
    expect(Buffer.from(held.start(5) ?? []).toString()).toBe(text.slice(0, 5));
    expect(await given(held)).toEqual([{}, text]);
  }
});

test.each([small, large])('what is cut says so', async (text) => {
  const held = outputHolder()(end, fileOf(text), 99);
  const cut = { reason: `the first 3 of ${text.length} bytes`, originalBytes: text.length };
  expect(await given(held, 3)).toEqual([{ cut }, 'xxx']);
});

test('small outputs are in memory, their files closed; large ones stay in theirs', () => {
  const hold = outputHolder();
  const [one, other] = [fileOf(small), fileOf(large)];
  hold(end, one, 99);
  expect(isOpen(one, small.length)).toBe(false);
  hold(end, other, 99);
  expect(isOpen(other, large.length)).toBe(true);
});

test('of too many large outputs, the last are gone once they were used', async () => {
  const hold = outputHolder();
  const all = Array.from({ length: 65 }, () => hold(end, fileOf(large), 99));
  const [kept, last] = [all[63], all[64]] as [HeldOutput, HeldOutput];
  expect(kept.start(1)).toHaveLength(1);
  expect(await given(kept)).toEqual([{}, large]);
  const fd = opened.at(-1) ?? -1;
  // Both use it at the same time.
  const [first, second] = await Promise.all([given(last), given(last, 2)]);
  expect(first).toEqual([{}, large]);
  expect(second[1]).toBe('xx');
  expect(isOpen(fd, large.length)).toBe(false);
  expect(last.start(1)).toBeUndefined();
  expect(await given(last)).toEqual(['gone', '']);
});

test('what never had an output gives an empty one', async () => {
  const held = withoutOutput({ problem: 'failed' });
  expect(held.end).toEqual({ problem: 'failed' });
  expect(held.start(9)).toHaveLength(0);
  expect(await given(held)).toEqual([{}, '']);
});
