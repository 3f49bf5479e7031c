import { expect, test } from 'vitest';
import { pairItems } from './diff-spec.js';

test('pairs the files of a process that was restarted, and of a file system that was mounted again', () => {
  const device = (id: string, value: string) => new Map([[`sys/class/bdi/${id}/read_ahead_kb`, value]]);
  expect(pairItems(device('0:72', 'a'), device('0:64', 'a'), false)).toHaveLength(1);
  const processes = (from: number) =>
    new Map(Array.from({ length: 20_000 }, (_, index) => [`proc/${from + index}/limits`, index]));
  expect(pairItems(processes(1), processes(1_000_000), false)).toHaveLength(20_000);
  expect(pairItems(device('253:0', 'a'), device('253:1', 'a'), false)).toHaveLength(2);
  const [from, to] = [new Map([['proc/1/limits', 'a']]), new Map([['proc/2/limits', 'b']])];
  expect(pairItems(from, to, false)).toEqual([{ path: 'proc/2/limits', before: 'a', after: 'b' }]);
  expect(pairItems(from, to, true)).toHaveLength(2);
  expect(pairItems(from, new Map([['proc/2/environ', 'b']]), false)).toHaveLength(2);
});
