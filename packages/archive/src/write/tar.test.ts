import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { holdDirectory } from '@hostspec/files/output';
import { needs } from '@hostspec/testing';
import { extract } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { createWorkDirectory } from '../work-directory.js';
import { directoryWriter, tarWriter } from './member-writer.js';
import { paddingFor, type TarMember, tarHeader } from './tar-header.js';

describe('members', () => {
  type Written = Parameters<ReturnType<typeof tarWriter>['other']>[0];

  test('a tar has its members with their content, and ends with two empty blocks', async () => {
    const pieces: Buffer[] = [];
    const writer = tarWriter({ write: async (bytes) => void pieces.push(Buffer.from(bytes)) });
    const member = (path: string, type: string): Written =>
      ({
        path,
        type,
        target: type === 'symlink' ? '/etc/a' : '',
        mode: 0o640,
        modified: new Date(5000),
        owner: { uid: 1, gid: 2, user: 'one', group: 'two' },
      }) as unknown as Written;
    async function* content() {
      yield Buffer.from('one');
      yield Buffer.from('two');
    }
    await writer.other(member('d', 'directory'));
    await writer.file(member('d/a', 'file'), 6, content());
    await writer.other(member('d/l', 'symlink'));
    await writer.end();
    const tar = Buffer.concat(pieces);
    expect(tar.length % 512).toBe(0);
    expect(tar.subarray(-1024).every((byte) => byte === 0)).toBe(true);
    expect(tar.subarray(-1536, -1024).some((byte) => byte !== 0)).toBe(true);
    const found: unknown[] = [];
    for await (const entry of Readable.from([tar]).pipe(extract()))
      found.push([entry.header.name, entry.header.type, (await buffer(entry)).toString()]);
    expect(found).toEqual([
      ['d/', 'directory', ''],
      ['d/a', 'file', 'onetwo'],
      ['d/l', 'symlink', ''],
    ]);
  });

  const member = (path: string, type: string, target = '') =>
    ({ path, type, target, modified: new Date(5000) }) as unknown as Written;

  async function* content(...pieces: readonly string[]) {
    for (const piece of pieces) yield Buffer.from(piece);
  }

  const made = () => {
    const parent = holdDirectory(temporaryDirectory());
    const work = createWorkDirectory(parent, 'out');
    return { writer: directoryWriter(work), at: (path: string) => join(work.path, path) };
  };

  test('files are the owner’s alone, with their times, and so are directories', async () => {
    const { writer, at } = made();
    await writer.other(member('empty', 'directory'));
    await writer.file(member('a/b', 'file'), 6, content('one', 'two'));
    await writer.end();
    expect(readFileSync(at('a/b'), 'utf8')).toBe('onetwo');
    expect([statSync(at('a/b')).mode & 0o777, statSync(at('a/b')).mtimeMs]).toEqual([0o600, 5000]);
    for (const name of ['a', 'empty']) expect(statSync(at(name)).mode & 0o777).toBe(0o700);
  });

  test('links are made last', async () => {
    const { writer, at } = made();
    await writer.other(member('link', 'symlink', '/etc/a'));
    expect(lstatSync(at('link'), { throwIfNoEntry: false })).toBeUndefined();
    await writer.end();
    expect(readlinkSync(at('link'))).toBe('/etc/a');
  });

  test('a name that is not UTF-8 has its bytes in it, and only such a name is changed', async () => {
    const { writer, at } = made();
    await writer.file(member('a%41/\udcff', 'file'), 1, content('x'));
    await writer.file(member('b%41', 'file'), 1, content('x'));
    await writer.other(member('\udcfe', 'directory'));
    await writer.other(member('l\udcfd', 'symlink', 'x'));
    await writer.end();
    expect(readdirSync(at('.')).sort()).toEqual(['%FE', 'a%2541', 'b%41', 'l%FD']);
    expect(readdirSync(at('a%2541'))).toEqual(['%FF']);
  });
});

describe('headers', () => {
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
      const blank = Buffer.concat([
        header.subarray(0, 148),
        Buffer.from(' '.repeat(8)),
        header.subarray(156),
      ]);
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
});
