import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { formats, recover } from '../index.js';
import { planned, startOf } from '../testing/run.js';

/** A prepared work directory; everything that it could reach is a canary file of this test beside it. */
interface Prepared {
  readonly parent: string;
  readonly work: string;
  readonly lines: Record<string, unknown>[];
  /** Writes the journal and completes the run. */
  finish(options?: Parameters<typeof recover>[1]): Promise<string>;
}

const item = (path: string, rest: object = {}): object => ({
  path,
  source: { kind: 'file', path: `/${path}` },
  bytes: 6,
  sha256: '',
  duration: 0,
  ...rest,
});

const outcome = (name: string, items: readonly object[]): Record<string, unknown> => ({
  outcome: {
    name,
    domain: 'kernel',
    type: 'simple_file',
    status: 'collected',
    items,
    misses: [],
    started: 0,
    duration: 0,
  },
});

function prepared(format: (typeof formats)[number] = 'tar.gz'): Prepared {
  const parent = temporaryDirectory();
  const work = join(parent, '.out.0123456789ab.partial');
  mkdirSync(join(work, 'data/etc'), { recursive: true, mode: 0o700 });
  writeFileSync(join(work, 'data/etc/a'), 'kept a', { mode: 0o600 });
  mkdirSync(join(parent, 'canary'));
  writeFileSync(join(parent, 'canary/secret'), 'secret');
  const lines: Record<string, unknown>[] = [
    { kind: 'hostspec journal', formatVersion: 1, format, name: 'out', process: '' },
    { start: startOf([planned('a')]) },
    outcome('a', [item('etc/a')]),
  ];
  const finish: Prepared['finish'] = async (options) => {
    const journal = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(work, 'journal.ndjson'), journal, { mode: 0o600 });
    return await recover(work, options);
  };
  return { parent, work, lines, finish };
}

/** The work directory is refused, and what is beside it is unchanged. */
async function refused({ parent, work, finish }: Prepared, message: string | RegExp): Promise<void> {
  const before = readdirSync(parent).sort();
  await expect(finish()).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: expect.stringMatching(message),
  });
  expect(readdirSync(parent).sort()).toEqual(before);
  expect(readdirSync(join(parent, 'canary'))).toEqual(['secret']);
  expect(readFileSync(join(parent, 'canary/secret'), 'utf8')).toBe('secret');
  expect(existsSync(work)).toBe(true);
}

test.each(formats)('the work directory of a run is completed as %s', async (format) => {
  const { finish, parent } = prepared(format);
  expect(await finish()).toBe(join(parent, 'out'));
});

describe('names in a journal that climb', () => {
  test.each<[string, (lines: Record<string, unknown>[]) => void, RegExp]>([
    [
      'the name of the archive',
      ([head]) => Object.assign(head ?? {}, { name: 'canary/evil' }),
      /line 1\.name/,
    ],
    ['a name that climbs', ([head]) => Object.assign(head ?? {}, { name: '../evil' }), /line 1\.name/],
    ['its top folder', ([head]) => Object.assign(head ?? {}, { top: '../canary/evil' }), /line 1\.top/],
    [
      'a path to read',
      (lines) => void lines.push(outcome('b', [item('../../canary/secret')])),
      /items\[0\]\.path/,
    ],
    ['an absolute path', (lines) => void lines.push(outcome('b', [item('/etc/a')])), /items\[0\]\.path/],
    ['a path with NUL', (lines) => void lines.push(outcome('b', [item('etc/a\0')])), /items\[0\]\.path/],
    [
      'a name of 300 bytes',
      (lines) => void lines.push(outcome('b', [item('x'.repeat(300))])),
      /items\[0\]\.path/,
    ],
    // The metadata file of a spec has its name: this one would be in the directory beside it.
    [
      'the name of a spec',
      (lines) => void lines.push(outcome('x/../../../canary/evil', [])),
      /outcome\.name/,
    ],
    [
      'the name of a planned spec',
      (lines) => Object.assign(lines[1] ?? {}, { start: startOf([planned('../../canary/evil')]) }),
      /start\.specs\[0\]\.name/,
    ],
    [
      'where content stands',
      (lines) => void lines.push({ ...outcome('b', [item('etc/b')]), stored: [{ file: 3, offset: 0 }] }),
      /stored\[0\]\.file/,
    ],
    ['an offset', (lines) => void lines.push({ stored: [{ file: 'content/pack', offset: -1 }] }), /offset/],
    ['no format', ([head]) => Object.assign(head ?? {}, { format: 'exe' }), /line 1\.format/],
    ['two items of one path', (lines) => void lines.push(outcome('b', [item('etc/a')])), /the same path/],
  ])('%s', async (_, edit, message) => {
    const work = prepared();
    edit(work.lines);
    await refused(work, message);
  });
});

describe('files that are not of a run', () => {
  test.each<[string, (work: string, parent: string) => void, RegExp]>([
    [
      'a link to a directory of the analyst',
      (work, parent) => {
        rmSync(join(work, 'data/etc'), { recursive: true });
        symlinkSync(join(parent, 'canary'), join(work, 'data/etc'));
      },
      /"data\/etc" is a symbolic link/,
    ],
    [
      'a link in place of the metadata',
      (work, parent) => symlinkSync(join(parent, 'canary'), join(work, 'meta_data')),
      /"meta_data" is a symbolic link/,
    ],
    [
      'a link to a file',
      (work, parent) => {
        rmSync(join(work, 'data/etc/a'));
        symlinkSync(join(parent, 'canary/secret'), join(work, 'data/etc/a'));
      },
      /"data\/etc\/a" is a symbolic link/,
    ],
    [
      'a hard link',
      (work, parent) => {
        rmSync(join(work, 'data/etc/a'));
        linkSync(join(parent, 'canary/secret'), join(work, 'data/etc/a'));
      },
      /"data\/etc\/a" is a hard link/,
    ],
    ['a FIFO', (work) => void execFileSync('mkfifo', [join(work, 'fifo')]), /"fifo" is not a file/],
    [
      'a directory that others can change',
      (work) => chmodSync(join(work, 'data/etc'), 0o777),
      /"data\/etc" can be changed by other users/,
    ],
  ])('%s', async (_, prepare, message) => {
    const work = prepared();
    prepare(work.work, work.parent);
    await refused(work, message);
  });

  test('a journal that is a FIFO or a link is not opened', async () => {
    const { work, parent, finish } = prepared();
    await finish();
    mkdirSync(work, { mode: 0o700 });
    execFileSync('mkfifo', [join(work, 'journal.ndjson')]);
    await expect(recover(work)).rejects.toMatchObject({ code: 'INVALID_ARCHIVE' });
    rmSync(join(work, 'journal.ndjson'));
    renameSync(join(parent, 'out'), join(work, 'was'));
    symlinkSync(join(parent, 'canary/secret'), join(work, 'journal.ndjson'));
    await expect(recover(work)).rejects.toMatchObject({ code: 'INVALID_ARCHIVE' });
  });

  test.runIf(process.getuid?.() === 0)('files of another user', async () => {
    const work = prepared();
    execFileSync('chown', ['65534', join(work.work, 'data/etc/a')]);
    await refused(work, /"data\/etc\/a" belongs to user 65534/);
    execFileSync('chown', ['65534', work.work]);
    await expect(recover(work.work)).rejects.toMatchObject({ code: 'SINK' });
  });
});

describe('journals over a limit', () => {
  test('a sparse journal is not read', async () => {
    const { work, finish } = prepared();
    await finish();
    mkdirSync(work, { mode: 0o700 });
    writeFileSync(join(work, 'journal.ndjson'), '', { mode: 0o600 });
    truncateSync(join(work, 'journal.ndjson'), 2 ** 40);
    await expect(recover(work)).rejects.toThrow('bytes of metadata');
  });

  test('millions of values are not parsed', async () => {
    const { work } = prepared();
    writeFileSync(join(work, 'journal.ndjson'), `{"a":[${'{},'.repeat(3_000_000)}0]}\n`);
    await expect(recover(work)).rejects.toThrow('more than 2000000 JSON values');
  });
});
