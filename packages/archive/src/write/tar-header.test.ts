import { execFileSync } from 'node:child_process';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { paddingFor, type TarMember, tarHeader } from './tar-header.js';

const member = (given: Partial<TarMember> = {}): TarMember => ({
  name: 'top/a',
  type: 'file',
  size: 0,
  modified: 1_700_000_000.9,
  ...given,
});

/** A long path of this many bytes whose names are `length` bytes each. */
const pathOf = (bytes: number, length: number) =>
  `${`${'d'.repeat(length)}/`.repeat(Math.ceil(bytes / (length + 1)))}`.slice(0, bytes - 1).concat('f');

test.each([
  [0, 0],
  [1, 511],
  [511, 1],
  [512, 0],
  [513, 511],
])('content of %i bytes is followed by %i more', (size, padding) => {
  expect(paddingFor(size)).toBe(padding);
});

describe('a header', () => {
  test('has the fields of ustar at their places', () => {
    const header = tarHeader(member({ size: 0o1234 }));
    const field = (from: number, to: number) => header.toString('latin1', from, to);
    expect(header).toHaveLength(512);
    expect(field(0, 100)).toBe('top/a'.padEnd(100, '\0'));
    expect(field(100, 124)).toBe('0000600\x000000000\x000000000\0');
    expect(field(124, 136)).toBe('00000001234\0');
    expect(field(136, 148)).toBe(`${(1_700_000_000).toString(8).padStart(11, '0')}\0`);
    expect(field(156, 157)).toBe('0');
    expect(field(257, 265)).toBe('ustar\x0000');
    expect(field(265, 329)).toBe('root'.padEnd(32, '\0').repeat(2));
    expect(field(345, 500)).toBe('\0'.repeat(155));
    const blank = Buffer.concat([header.subarray(0, 148), Buffer.from(' '.repeat(8)), header.subarray(156)]);
    const sum = blank.reduce((total, byte) => total + byte, 0);
    expect(field(148, 156)).toBe(`${sum.toString(8).padStart(6, '0')}\0 `);
  });

  test('of a directory says so, and is for its owner only', () => {
    const header = tarHeader(member({ name: 'top', type: 'directory' }));
    expect(header.toString('latin1', 0, 5)).toBe('top/\0');
    expect(header.toString('latin1', 100, 107)).toBe('0000700');
    expect(header.toString('latin1', 156, 157)).toBe('5');
  });

  test('has no time before 1970', () => {
    expect(tarHeader(member({ modified: -5 })).toString('latin1', 136, 147)).toBe('0'.repeat(11));
  });

  test.each([
    [100, 20, 1],
    [101, 20, 1],
    [200, 20, 1],
    [256, 155, 1],
    [256, 154, 3],
    [256, 20, 3],
    [257, 20, 3],
    [101, 100, 3],
    [255, 200, 3],
  ])('for a path of %i bytes in names of %i takes %i blocks', (bytes, length, blocks) => {
    const name = pathOf(bytes, length);
    expect(Buffer.byteLength(name)).toBe(bytes);
    expect(tarHeader(member({ name })).length).toBe(blocks * 512);
  });

  test('for more than 8 GiB takes a pax header with the size', () => {
    expect(tarHeader(member({ size: 0o77777777777 }))).toHaveLength(512);
    const header = tarHeader(member({ size: 0o77777777777 + 1 }));
    expect(header).toHaveLength(3 * 512);
    expect(header.toString('latin1', 0, 10)).toBe('PaxHeader\0');
    expect(header.toString('latin1', 156, 157)).toBe('x');
    expect(header.toString('latin1', 512, 536)).toBe('19 size=8589934592\n'.padEnd(24, '\0'));
    expect(header.toString('latin1', 1024 + 124, 1024 + 135)).toBe('0'.repeat(11));
  });
});

needs('tar')('tar reads modes, owners, times and targets as they were given', () => {
  const target = `/etc/${'t'.repeat(120)}`;
  const owner = { uid: 5_000_000, gid: 6_000_000, user: '', group: '' };
  const archive = Buffer.concat([
    tarHeader(member({ name: 'a', mode: 0o4751, owner })),
    tarHeader(member({ name: 'b', type: 'symlink', target })),
    tarHeader(member({ name: 'c', type: 'link', target: 'a' })),
    Buffer.alloc(1024),
  ]);
  const listed = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--utc', '--file=-'], {
    input: archive,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect(
    listed
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ')),
  ).toEqual([
    '-rwsr-x--x 5000000/6000000 0 2023-11-14 22:13 a',
    `lrw------- 0/0 0 2023-11-14 22:13 b -> ${target}`,
    'hrw------- 0/0 0 2023-11-14 22:13 c link to a',
  ]);
});

needs('tar')('tar reads every name as it was given', () => {
  const lengths = [99, 100, 101, 102, 154, 155, 156, 157, 255, 256, 257, 258, 300, 990, 1005];
  const names = [
    ...lengths.flatMap((bytes) => [20, 99, 100, 101, 154, 155, 156].map((length) => pathOf(bytes, length))),
    `top/${'ä'.repeat(60)}/${'ö'.repeat(60)}`,
  ];
  const archive = Buffer.concat([
    ...names.map((name) => tarHeader(member({ name }))),
    ...names.map((name) => tarHeader(member({ name: `${name}.d`, type: 'directory' }))),
    Buffer.alloc(1024),
  ]);
  const listed = execFileSync('tar', ['--list', '--quoting-style=literal', '--file=-'], {
    input: archive,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect(listed.split('\n').slice(0, -1)).toEqual([...names, ...names.map((name) => `${name}.d/`)]);
});
