import { openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { keywordHits } from '@hostspec/host-kit';
import type { Keywords } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { mostShared, openMemory, type SharedMemory, slotBytes } from './shared-memory.js';

const none = new Uint8Array();

/** Memory that a test fills, of this process. */
function memoryOfTest(keywords?: Keywords): {
  readonly memory: SharedMemory;
  write(text: string, at: number): void;
} {
  const file = join(temporaryDirectory(), 'memory');
  writeFileSync(file, '');
  const fd = openSync(file, 'r+');
  const memory = openMemory(process.pid, fd, () => keywords);
  if (!memory) throw new Error('the memory cannot be opened');
  return { memory, write: (text, at) => void writeSync(fd, text, at) };
}

test('a slot is read from its start, and again from there when its end is reached', () => {
  const { memory, write } = memoryOfTest();
  const slot = memory.take();
  const start = (slot?.number ?? 0) * slotBytes;
  const steps = slotBytes / mostShared;
  for (let step = 0; step <= steps; step++) {
    write(`step ${step}`, start + (step % steps) * mostShared);
    write('.', start + ((step % steps) + 1) * mostShared - 1);
    const piece = Buffer.from(slot?.next(mostShared)() ?? []).toString();
    expect([piece?.length, piece?.slice(0, 6), piece?.at(-1)]).toEqual([mostShared, `step ${step}`, '.']);
  }
});

test('the keywords in a piece are noted until the next piece is read', () => {
  const keywords: Keywords = { words: ['abc', 'abcd'], offsets: [0, 0] };
  const { memory, write } = memoryOfTest(keywords);
  const slot = memory.take();
  write('abcd', (slot?.number ?? 0) * slotBytes + slotBytes - 1);
  const piece = slot?.next(mostShared, Buffer.from([0x80, 0, 0, 0, 0xff, 0xff, 0x80, 1]));
  expect(keywordHits(piece?.() ?? none)).toEqual({ keywords, hits: new Uint32Array([2 ** 31, 0xffff8001]) });
  expect(keywordHits(slot?.next(3)() ?? none)).toBeUndefined();
});

test('each slot is taken once until it is free again', () => {
  const { memory } = memoryOfTest();
  const slots = Array.from({ length: 100 }, () => memory.take()).filter((slot) => slot !== undefined);
  expect(new Set(slots.map(({ number }) => number)).size).toBe(slots.length);
  expect(memory.take()).toBeUndefined();
  slots[2]?.free();
  expect(memory.take()?.number).toBe(slots[2]?.number);
});

test('content beyond the end of a slot is refused', () => {
  const slot = memoryOfTest().memory.take();
  slot?.next(slotBytes - 1);
  expect(() => slot?.next(2)).toThrow('content beyond the end of its slot');
});

test('memory that is closed, or shorter than announced, cannot be read', () => {
  const { memory, write } = memoryOfTest();
  const slot = memory.take();
  const start = (slot?.number ?? 0) * slotBytes;
  write('abc', start);
  expect(slot?.next(3)()).toEqual(new TextEncoder().encode('abc'));
  expect(slot?.next(3)).toThrow('the memory of the runner cannot be read');
  write('def', start + 3);
  const read = slot?.next(3);
  memory.close();
  expect(read).toThrow('the memory of the runner cannot be read');
  expect(memory.take()).toBeUndefined();
});

test('memory that does not exist is not opened', () => {
  expect(openMemory(process.pid, 1_000_000)).toBeUndefined();
});
