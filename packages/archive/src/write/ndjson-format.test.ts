import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { outcomeOf, planned, startOf } from '../testing/run.js';
import type { Workshop } from './format.js';

afterEach(() => {
  vi.doUnmock('./patience.js');
});

test('a file that is given up is closed once the line that is being written is there, and gets no other', async () => {
  const did: string[] = [];
  vi.resetModules();
  vi.doMock('./patience.js', () => ({
    lineOutput: () => ({
      async write(text: string) {
        await setTimeout(10);
        did.push(JSON.parse(text).type);
      },
      endLine: async () => void did.push('end'),
      close: async () => void did.push('close'),
    }),
  }));
  const { ndjsonTo } = await import('./ndjson-format.js');
  const file = { path: '/out', top: 'out', move: () => '/out' };
  const format = ndjsonTo({} as Workshop, { fd: 99, name: '/out', file });
  format.begin(startOf([]));
  // The line has begun.
  await Promise.resolve();
  const later = format.write(outcomeOf(planned('a'), []), undefined);
  await Promise.all([format.abort(), expect(later).rejects.toThrow('the archive was discarded')]);
  await format.abort();
  expect(did).toEqual(['run', 'end', 'close']);
});
