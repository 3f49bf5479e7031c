import { describe, expect, test } from 'vitest';
import { kernelEvents, ofKernel } from './logs.js';
import { bondOf, interfaces, losses } from './network.js';
import { netstatListeners } from './sockets.js';
import { definedRepositories, repositories } from './software.js';
import { fileSystems, raidArrays } from './storage.js';
import { eachLine, linesOf, rowsIn, rowsOf, type Table } from './table.js';

const everyLine: Table<string> = eachLine((line) => line);

async function streamed<Row>(table: Table<Row>, pieces: Iterable<Uint8Array>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of rowsIn(table, asStream(pieces))) rows.push(row);
  return rows;
}

async function* asStream<T>(pieces: Iterable<T>) {
  yield* pieces;
}

const inPieces = (text: string, size: number): Uint8Array[] => {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
};

test.each([
  ['', []],
  ['\n', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\nb\r\n\nc', ['a', 'b', '', 'c']],
])('the lines of %j', async (text, lines) => {
  expect([...linesOf(text)]).toEqual(lines);
  for (const size of [1, 2, 100]) expect(await streamed(everyLine, inPieces(text, size))).toEqual(lines);
});

const contents: readonly (readonly [name: string, table: Table<unknown>, text: string])[] = [
  [
    'df',
    fileSystems,
    'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/mapper/long\n  100 91 9 91% /caf\u00e9\ntmpfs 5 1 4 20% /run',
  ],
  [
    'ip address',
    interfaces,
    '1: lo: <UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n2: eth0@if7: <UP>\n',
  ],
  [
    'ip -s link',
    losses,
    '2: eth0: <UP>\n    RX: bytes  packets  errors\n    900 10 3\n    TX: bytes  packets  errors\n    1 1 0\n',
  ],
  [
    'mdstat',
    raidArrays,
    'md1 : active raid1 sda[0] sdb[1]\n      10 blocks [2/1] [U_]\nmd0 : inactive sdc[0]\n',
  ],
  ['yum.repos.d', definedRepositories, '[main]\n[a]\nenabled = 1\n[b]\nenabled=0\n[c]\n'],
  ['yum repolist', repositories, 'repo id  repo name\n*epel Extra 13\nrepolist: 13\n'],
  ['netstat', netstatListeners, 'tcp 0 0 0.0.0.0:443 0.0.0.0:* LISTEN 0 1 2/nginx off\n'],
  ['a system log', ofKernel(kernelEvents), 'x app: BUG: one\nx kernel: BUG: two\n'],
];

describe('a stream gives the same rows as the text, wherever it is cut:', () => {
  test.each(contents)('%s', async (_, table, text) => {
    const rows = rowsOf(table, text);
    expect(rows.length).toBeGreaterThan(0);
    for (const size of [1, 3, 7, text.length])
      expect(await streamed(table, inPieces(text, size))).toEqual(rows);
  });
});

test('a line that never ends takes no more memory than its first part', async () => {
  const piece = new TextEncoder().encode('x'.repeat(64 * 1024));
  function* endless() {
    for (let count = 0; count < 64; count++) yield piece;
    yield new TextEncoder().encode('\nnext\n');
  }
  const [long, next] = await streamed(everyLine, endless());
  expect(long?.length).toBe(1024 * 1024);
  expect(next).toBe('next');
});

test('two contents do not share a state', () => {
  expect(rowsOf(repositories, 'repo id\n')).toEqual([]);
  expect(rowsOf(repositories, '*epel Extra 13\n')).toEqual([]);
  expect(bondOf('802.3ad info\n')).toBeUndefined();
});
