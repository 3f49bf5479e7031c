import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { storeOf } from '../testing/line-store.js';
import { lineSeverity } from './log-time.js';
import type { TimeLineFilter } from './protocol.js';
import { readTimeLine, type TimeLine } from './time-line.js';

const clock = { collected: Date.parse('2024-06-04T12:00:00Z'), ahead: 0 };

/** The time line of some logs, of which the lines cross blocks. */
async function timeLineOf(
  logs: readonly string[],
  filter: TimeLineFilter = { text: '' },
  most?: number,
): Promise<TimeLine> {
  const { store } = storeOf(logs.join(''));
  const ranges = logs.map((log, at) => ({
    offset: Buffer.byteLength(logs.slice(0, at).join('')),
    bytes: Buffer.byteLength(log),
  }));
  return readTimeLine(store, ranges, clock, filter, most);
}

const minute = 60_000;
const first = 'Jun  4 10:00:00 h a\nno time\nJun  4 10:30:00 h ü b\n';
const second = '2024-06-04T10:10:00Z c\n\n2024-06-04T10:30:00Z d';

test('merges lines by time, with their logs and line numbers', async () => {
  const timeLine = await timeLineOf([first, second]);
  expect(timeLine.size).toEqual({ count: 4, lines: 4, left: 0 });
  const rows = await timeLine.rows(0, 10);
  expect(rows.map(({ range, line, text }) => [range, line, text])).toEqual([
    [0, 1, 'Jun  4 10:00:00 h a'],
    [1, 1, '2024-06-04T10:10:00Z c'],
    [0, 3, 'Jun  4 10:30:00 h ü b'],
    [1, 3, '2024-06-04T10:30:00Z d'],
  ]);
  expect((await timeLine.rows(1, 2)).map(({ line }) => line)).toEqual([1, 3]);
});

test('finds the longest gaps', async () => {
  const timeLine = await timeLineOf([first, second]);
  const [a, b, c] = ['10:00', '10:10', '10:30'].map((time) => Date.parse(`2024-06-04T${time}:00Z`));
  expect(timeLine.gaps(10 * minute)).toEqual([
    { at: 1, from: a, to: b },
    { at: 2, from: b, to: c },
  ]);
  expect(timeLine.gaps(11 * minute)).toEqual([{ at: 2, from: b, to: c }]);
  expect(timeLine.gaps(21 * minute)).toEqual([]);
});

test('counts the lines that are too many, and cuts long ones', async () => {
  const timeLine = await timeLineOf([first, `2024-06-04T10:10:00Z ${'x'.repeat(9000)}\n`], { text: '' }, 2);
  expect(timeLine.size).toEqual({ count: 2, lines: 2, left: 1 });
  const long = await (await timeLineOf([`2024-06-04T10:10:00Z ${'x'.repeat(9000)}\n`])).rows(0, 1);
  expect(long[0]?.text).toMatch(/^2024-06-04T10:10:00Z x+…$/);
  expect(long[0]?.text.length).toBeLessThan(600);
});

test('lines that say the same are one row, if nothing is between them or they have one time', async () => {
  const system = [
    'Jun  4 10:00:00 h kernel: [ 1200.100000] Out of memory',
    'Jun  4 10:00:00 h app: up',
    'Jun  4 10:20:00 h app: down',
    'Jun  4 10:40:00 h app: down',
    `Jun  4 10:50:00 h ${'x'.repeat(600)}`,
    `Jun  4 10:50:00 h ${'x'.repeat(600)}`,
    'Jun  4 11:00:00 h kernel: Out of memory',
  ];
  const kernel = '[1.000000] Out of memory\n';
  const booted = Date.parse('2024-06-04T09:59:59.500Z');
  const { store, bytes } = storeOf(`${system.join('\n')}\n${kernel}`);
  const ranges = [
    { offset: 0, bytes: bytes - kernel.length },
    { offset: bytes - kernel.length, bytes: kernel.length },
  ];
  const timeLine = await readTimeLine(store, ranges, { ...clock, booted });
  expect(timeLine.size).toEqual({ count: 6, lines: 8, left: 0 });
  const rows = await timeLine.rows(0, 10);
  expect(rows.map(({ line, lines, ranges }) => [line, lines, ranges])).toEqual([
    [1, 2, [0, 1]],
    [2, 1, [0]],
    [3, 2, [0]],
    [5, 1, [0]],
    [6, 1, [0]],
    [7, 1, [0]],
  ]);
  expect(rows[2]).toMatchObject({ last: Date.parse('2024-06-04T10:40:00Z') });
  expect(timeLine.gaps(15 * minute).map(({ at }) => at)).toEqual([2]);
});

test('lines of one event are one row, however many others are between them, until a second after the last', async () => {
  const at = (milliseconds: number): string => new Date(clock.collected + milliseconds).toISOString();
  const others = Array.from({ length: 100 }, (_, n) => `${at(n * 20)} other ${n}`);
  const events = [0, 900, 1800, 2800, 3801].map((milliseconds) => `${at(milliseconds)} event`);
  const after = [2900, 3802].map((milliseconds) => `${at(milliseconds)} other`);
  const timeLine = await timeLineOf([`${[...others, ...after].join('\n')}\n`, events.join('\n')]);
  const rows = await timeLine.rows(0, timeLine.size.count);
  expect(rows.filter(({ text }) => text.endsWith('event')).map(({ line, lines }) => [line, lines])).toEqual([
    [1, 4],
    [5, 1],
  ]);
});

test('what a line says holds no more of a log in memory than itself', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const filler = `${'x'.repeat(99)}\n`.repeat(1000);
  const log = Array.from({ length: 200 }, (_, n) => `2024-06-04T10:00:00Z the message ${n}\n${filler}`).join(
    '',
  );
  const { store, bytes } = storeOf(log, 1 << 20);
  const before = used();
  const timeLine = await readTimeLine(store, [{ offset: 0, bytes }], clock);
  expect(used() - before).toBeLessThan(bytes / 10);
  expect(timeLine.size.count).toBe(200);
});

test('lines of any characters keep their places in a large log', async () => {
  const texts = Array.from({ length: 3000 }, (_, n) => ['plain', 'über', '漢字 🙂', 'x'.repeat(700)][n % 4]);
  const lines = texts.map((text, n) => `2024-06-04T10:00:00.${`${n % 1000}`.padStart(3, '0')}Z ${n} ${text}`);
  const content = lines.join('\n');
  for (const blockBytes of [1 << 20, 50_000]) {
    const { store, bytes } = storeOf(content, blockBytes);
    const timeLine = await readTimeLine(store, [{ offset: 0, bytes }], clock);
    const rows = await timeLine.rows(0, lines.length);
    expect(rows.map(({ line, text }) => [line, text]).sort(([a], [b]) => Number(a) - Number(b))).toEqual(
      lines.map((line, at) => [at + 1, line.length > 500 ? `${line.slice(0, 500)}…` : line]),
    );
    // The text of a row is read again: only its severity and filter come from what was decoded.
    const filtered = await readTimeLine(store, [{ offset: 0, bytes }], clock, { text: '漢字 🙂' });
    expect(filtered.size.lines).toBe(750);
  }
});

test.each<readonly [TimeLineFilter, readonly string[]]>([
  [{ text: 'disk' }, ['Disk gone', 'disk slow']],
  [{ text: 'Disk' }, ['Disk gone']],
  [{ text: '', least: 'warning' }, ['Disk gone', 'disk slow']],
  [{ text: '', least: 'error' }, ['Disk gone']],
  [{ text: 'fine', least: 'error' }, []],
])('a filter %j allows lines', async (filter, wanted) => {
  const log = ['fine', 'error: Disk gone', 'warning: disk slow']
    .map((text) => `2024-06-04T10:00:00Z ${text}\n`)
    .join('');
  const rows = await (await timeLineOf([log], filter)).rows(0, 10);
  expect(rows.map(({ text }) => text.split(': ').at(-1))).toEqual(wanted);
});

test.each([
  ['<3>x', 'error'],
  ['<4>error', 'warning'],
  ['<30>error', undefined],
  ['h kernel: I/O error, dev sdb', 'error'],
  ['Connection timed out', 'warning'],
  ['terror', undefined],
  ['EXT4-fs (sda1): re-mounted. Opts: errors=remount-ro', undefined],
  ['EXT4-fs error, Opts: errors=remount-ro', 'error'],
  ['mount: errors=panic: deprecated', 'warning'],
])('the severity of %j is %j', (line, severity) => expect(lineSeverity(line)).toBe(severity));

test('content without times gives no lines', async () => {
  for (const content of ['', '\n\n', '\0\xff', 'x'.repeat(100_000)])
    expect((await timeLineOf([content])).size).toEqual({ count: 0, lines: 0, left: 0 });
});
