import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createLocalHost } from '@hostspec/local-host';
import { globFile, type SpecOptions, simpleFile } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { randomContent } from '../../../../tools/test/seed.js';
import {
  type Collected,
  collectSpecs,
  doc,
  type Given,
  temporaryDirectory,
} from '../testing/collect-specs.js';

const directory = temporaryDirectory();
const hour = 3_600_000;
const now = Date.now();
const place = (name: string): string => join(directory(), name);
const isRoot = process.getuid?.() === 0;

/** Writes a file that was modified some hours ago. */
function write(name: string, content: string | Uint8Array, hoursAgo = 0): void {
  writeFileSync(place(name), content);
  touch(name, hoursAgo);
}

function touch(name: string, hoursAgo: number): void {
  const time = (now - hoursAgo * hour) / 1000;
  utimesSync(place(name), time, time);
}

/** Lines from so many hours ago until others, one each minute. */
function lines(from: number, to: number, more = ''): string {
  const all: string[] = [];
  for (let ago = from * 60; ago > to * 60; ago--)
    all.push(`${new Date(now - ago * 60_000).toISOString()} web ${ago} minutes ago${more}\n`);
  return all.join('');
}

const collectLog = async (
  log: NonNullable<SpecOptions['log']>,
  given: Given & { readonly options?: Partial<SpecOptions> } = {},
  pattern = 'log*',
): Promise<Collected> => {
  const { options, ...rest } = given;
  const spec = globFile([place(pattern)], { ...doc, log, ...options });
  return (await collectSpecs({ syslog: spec }, rest)).syslog;
};

const namesOf = ({ items }: Collected): string[] =>
  items.map(({ source }) => (source.kind === 'file' ? source.path.replace(`${directory()}/`, '') : ''));

describe('the newest part', () => {
  test('a log keeps its end from a whole line on, and says so', async () => {
    write('log', lines(10, 0));
    const { status, reason, texts, items } = await collectLog({ newest: 2000 });
    const content = lines(10, 0);
    expect(status).toBe('truncated');
    expect(texts[0]).toMatch(/^\d{4}-/);
    expect(content.slice(-2000)).toContain(texts[0]?.slice(30));
    expect(items[0]?.truncated).toEqual({
      reason: `newest ${((texts[0]?.length ?? 0) / 1024).toFixed(1)} KiB of ${(content.length / 1024).toFixed(1)} KiB`,
      originalBytes: content.length,
    });
    expect(reason).toContain(': newest 1.9 KiB of ');
  });

  test('a limit is for all files of the spec, from the newest back', async () => {
    for (const [index, name] of ['log', 'log.1', 'log.2', 'log.3'].entries())
      write(name, lines(4, 3, ` of ${name}`), index);
    const each = lines(4, 3, ' of log.1').length;
    const outcome = await collectLog({ newest: Math.floor(each * 2.5) });
    expect(namesOf(outcome)).toEqual(['log', 'log.1', 'log.2']);
    expect(outcome.items.map(({ truncated }) => truncated !== undefined)).toEqual([false, false, true]);
    expect(outcome.status).toBe('truncated');
    expect(outcome.reason).toContain('1 of 4 files with ');
    const bytes = outcome.items.reduce((sum, item) => sum + item.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(each * 2.5);
  });

  test('a file can have a limit of its own', async () => {
    for (const name of ['log.a', 'log.b']) write(name, lines(10, 0));
    const { items, status } = await collectLog({ newest: 1_000_000, newestEach: 1000 });
    expect([items.length, status]).toEqual([2, 'truncated']);
    for (const { bytes } of items) expect(bytes).toBeLessThanOrEqual(1000);
  });

  test('full logs have no limit', async () => {
    write('log', lines(10, 0));
    write('log.1', lines(20, 10), 10);
    write('log.2.gz', gzipSync(lines(30, 20)), 20);
    const { status, texts } = await collectLog({ newest: 10, newestEach: 5 }, { fullLogs: true });
    expect(status).toBe('collected');
    expect(texts.map(({ length }) => length)).toEqual(
      [lines(10, 0), lines(20, 10), lines(30, 20)].map(({ length }) => length),
    );
  });

  test('the limit of the run is above that of the spec', async () => {
    write('log', lines(10, 0));
    const { items, reason } = await collectLog({ newest: 5000 }, { maxBytes: 1000 });
    expect(items[0]?.bytes).toBeLessThanOrEqual(1000);
    expect(reason).toMatch(/newest \d+ B of /);
  });

  test('near the end of the bytes for the run logs are cut, the largest before others, and all else is whole', async () => {
    write('large.log', lines(10, 0));
    write('small.log', lines(1, 0).slice(0, 600));
    write('state', 'x'.repeat(4000));
    const log = (name: string) => globFile([place(name)], { ...doc, log: { newest: 8000 } });
    const specs = {
      large: log('large.log'),
      small: log('small.log'),
      state: simpleFile(place('state'), doc),
    };
    const { large, small, state } = await collectSpecs(specs, { maxBytes: 10_000 });
    expect([large.status, small.status, state.status]).toEqual(['truncated', 'collected', 'collected']);
    expect(large.reason).toMatch(/; 4\.\d KiB is half of what was left of the bytes for the whole run$/);
    expect(state.items[0]?.bytes).toBe(4000);
  });

  test('a log without a share of the bytes is skipped', async () => {
    write('log', lines(10, 0));
    const { status, reason } = await collectLog({ newest: 5000 }, { maxBytes: 1 });
    expect([status, reason]).toEqual([
      'skipped',
      expect.stringMatching(/^newest 0 B: 1 of 1 files with .* left out; 0 B is half of what/),
    ]);
  });

  test('a binary log is taken whole or not at all', async () => {
    write('log.1', randomContent(1000, 1));
    write('log.2', randomContent(1000, 2), 1);
    const { items, reason } = await collectLog({ newest: 1500 }, { options: { raw: true } });
    expect(items.map(({ bytes }) => bytes)).toEqual([1000]);
    expect(reason).toContain('1 of 2 files with 1000 B left out');
  });

  test('a large file is not read to keep its end', async () => {
    const file = openSync(place('log'), 'w');
    writeSync(file, lines(2, 0), 3_000_000_000);
    closeSync(file);
    const host = createLocalHost();
    let given = 0;
    const counting = {
      ...host,
      readInto: (...[path, take, options]: Parameters<typeof host.readInto>) =>
        host.readInto(
          path,
          (piece) => {
            given += piece.length;
            return take(piece);
          },
          options,
        ),
    };
    const { items } = await collectLog({ newest: 100_000 }, { host: counting });
    expect(items[0]?.truncated?.originalBytes).toBeGreaterThan(3_000_000_000);
    expect(given).toBeLessThan(300_000);
  });
});

describe('a window', () => {
  test('of lines in several files, older ones unopened', async () => {
    write('log', lines(10, 0));
    write('log.1', lines(34, 10), 10);
    write('log.2', lines(58, 34), 34);
    const outcome = await collectLog({ newest: 1e7 }, { window: { since: '-12h' } });
    expect([outcome.status, namesOf(outcome)]).toEqual(['collected', ['log', 'log.1']]);
    expect(outcome.texts[0]).toHaveLength(lines(10, 0).length);
    expect(outcome.texts[1]?.split('\n')).toHaveLength(120);
    expect(outcome.reason).toMatch(
      /^window since -12h: 2 of 3 files \(2 by the times of lines\), \d+.* outside$/,
    );
  });

  test('of a spec counts back from now, and one of the user replaces it', async () => {
    write('log', lines(10, 0));
    const count = async (window?: Given['window']) =>
      (await collectLog({ newest: 1e7, window: '3h' }, window ? { window } : {})).texts[0]?.split('\n')
        .length;
    expect(await count()).toBe(180);
    expect(await count({ since: '-5h' })).toBe(300);
    expect(await count({ since: '-5h', until: '-4h' })).toBe(61);
  });

  test('leaves out content that is all outside', async () => {
    write('log', lines(10, 5));
    const { status, reason, misses } = await collectLog({ newest: 1e7 }, { window: { since: '-1h' } });
    expect([status, misses]).toEqual(['empty', []]);
    expect(reason).toMatch(/^window since -1h: 0 of 1 files, .* outside$/);
  });

  test('is not mentioned if it leaves out nothing, unless there is nothing else to say', async () => {
    write('log', lines(1, 0));
    expect((await collectLog({ newest: 1e7 }, { window: { since: '-3h' } })).reason).toBeUndefined();
    write('log', '', 5);
    expect(await collectLog({ newest: 1e7 }, { window: { since: '-3h' } })).toMatchObject({
      status: 'empty',
      reason: 'window since -3h: 0 of 1 files, 0 B outside',
    });
  });

  test('of files without times is decided by their modification', async () => {
    write('log.old', 'no time\n', 5);
    write('log.new', 'no time\n', 1);
    const outcome = await collectLog({ newest: 1e7 }, { window: { since: '-3h' } });
    expect(namesOf(outcome)).toEqual(['log.new']);
    expect(outcome.reason).toContain('1 of 2 files (1 by the time of modification), 8 B outside');
    rmSync(place('log.old'));
    const { reason } = await collectLog({ newest: 1e7 }, { window: { since: '-3h' } });
    expect(reason).toContain('1 of 1 files (1 by the time of modification), 0 B outside');
  });

  test('is checked before anything is collected', async () => {
    write('log', lines(1, 0));
    for (const [window, text] of [
      [{ since: '-1h', until: '-2h' }, 'ends before it begins'],
      [{ since: '2026-02-30' }, 'does not exist'],
      [{ boot: '-4711' }, 'is not a boot that the host knows'],
    ] as const)
      await expect(collectLog({ newest: 10 }, { window })).rejects.toThrow(text);
  });

  test('is in the time of a root that no longer runs', async () => {
    const root = place('root');
    mkdirSync(join(root, 'var/log'), { recursive: true });
    const died = Date.now() - 1000 * hour;
    const line = (ago: number) => `${new Date(died - ago * hour).toISOString()} ${ago}\n`;
    writeFileSync(join(root, 'var/log/syslog'), [9, 5, 2, 0].map(line).join(''));
    utimesSync(join(root, 'var/log/syslog'), died / 1000, died / 1000);
    const spec = simpleFile('/var/log/syslog', { ...doc, log: { newest: 1e6, window: '3h' } });
    const { syslog } = await collectSpecs({ syslog: spec }, { host: createLocalHost({ root }) });
    expect(syslog.texts[0]).toBe(`${line(2)}${line(0)}`);
  });
});

describe('packed logs', () => {
  test('are stored unpacked, and the packed file is described', async () => {
    const content = lines(30, 20);
    const packed = gzipSync(content);
    write('log.2.gz', packed, 20);
    const { status, texts, items } = await collectLog({ newest: 1e7 });
    expect(status).toBe('collected');
    expect(texts[0] === content).toBe(true);
    expect(items[0]).toMatchObject({
      source: { kind: 'file', path: place('log.2.gz') },
      packed: {
        format: 'gzip',
        bytes: packed.length,
        sha256: createHash('sha256').update(packed).digest('hex'),
      },
    });
  });

  test.each(['xz', 'bzip2', 'zstd'].filter((name) => hasProgram(name)))(
    'are unpacked by %s',
    async (name) => {
      const content = lines(30, 20);
      const suffix = { xz: 'xz', bzip2: 'bz2', zstd: 'zst' }[name] ?? '';
      const packed = execFileSync(name, ['-c'], { input: content });
      write(`log.2.${suffix}`, packed, 20);
      const { reason, texts, items } = await collectLog({ newest: 1e7 });
      expect([reason, texts[0] === content]).toEqual([undefined, true]);
      expect(items[0]?.packed).toMatchObject({ format: name, bytes: packed.length });
      write(`log.2.${suffix}`, packed.subarray(0, packed.length / 2), 20);
      const half = await collectLog({ newest: 1e7 });
      expect(half.reason).toMatch(/damaged/);
    },
  );

  test('are windowed and cut', async () => {
    write('log.2.gz', gzipSync(lines(30, 20)), 20);
    const { texts, reason } = await collectLog({ newest: 3000 }, { window: { since: '-25h' } });
    expect(texts[0]?.length).toBeLessThanOrEqual(3000);
    expect(texts[0]).toMatch(/ 1201 minutes ago\n$/);
    expect(reason).toMatch(
      /newest 2\.9 KiB of 1\d\.\d KiB; window since -25h: 1 of 1 files \(1 by the times of lines\)/,
    );
    const none = await collectLog({ newest: 3000 }, { window: { until: '-40h' } });
    expect(none.status).toBe('empty');
  });

  test('several members and padding are one content', async () => {
    write('log.gz', Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]));
    expect((await collectLog({ newest: 1e6 })).texts).toEqual(['one\ntwo\n']);
  });

  test('a bomb is cut, and the run goes on', async () => {
    write('log.1.gz', gzipSync(Buffer.alloc(80 * 1024 * 1024, 'line\n')));
    write('log', lines(1, 0));
    const { status, reason, items } = await collectLog({ newest: 200_000 });
    expect(status).toBe('truncated');
    expect(items).toHaveLength(2);
    expect(reason).toContain('more than 200 times the ');
  });

  test('a damaged file gives what comes before the damage', async () => {
    const content = lines(30, 0, ' some more text');
    const packed = gzipSync(content);
    write('log.1.gz', packed.subarray(0, packed.length / 2), 0);
    const { texts, reason } = await collectLog({ newest: 1e7 });
    expect(content.startsWith(texts[0] ?? 'x')).toBe(true);
    expect(texts[0]?.length).toBeGreaterThan(1000);
    expect(reason).toMatch(/the packed file is damaged or was still being written/);
    write('log.1.gz', Buffer.concat([packed.subarray(0, 10), randomContent(500)]));
    expect((await collectLog({ newest: 1e7 })).items).toEqual([]);
    write('log.1.gz', packed.subarray(0, packed.length / 2), 0);
    write('log.2.gz', gzipSync('older\n'), 30);
    expect((await collectLog({ newest: 1e7 })).texts[1]).toBe('older\n');
  });

  test('a name that lies is no packed file', async () => {
    write('log.1.gz', 'plain text\n');
    const { texts, items } = await collectLog({ newest: 1e6 });
    expect([texts, items[0]?.packed]).toEqual([['plain text\n'], undefined]);
  });

  test('secrets in them are masked', async () => {
    write('log.1.gz', gzipSync('db password=Tr0ub4dor-horse\n'));
    const { texts, items } = await collectLog({ newest: 1e6 });
    expect(texts[0]).not.toContain('Tr0ub4dor');
    expect(Object.keys(items[0]?.masked ?? {})).toHaveLength(1);
  });
});

describe('bad input', () => {
  test('files that are not logs are not taken', async () => {
    for (const name of ['log.swp', 'log~', 'log.dpkg-old', 'log.rpmsave', 'log.ucf-dist']) write(name, 'x\n');
    write('log', 'x\n');
    expect(namesOf(await collectLog({ newest: 1e6 }))).toEqual(['log']);
  });

  test.skipIf(!isRoot)('a FIFO or a device with the name of a packed log is refused', async () => {
    execFileSync('mkfifo', [place('log.1.gz')]);
    symlinkSync('/dev/zero', place('log.2.gz'));
    write('log', 'x\n');
    const { items, misses } = await collectLog({ newest: 1e6 });
    expect(items).toHaveLength(1);
    expect(misses.map(({ status }) => status)).toEqual(['denied', 'denied']);
  });

  test('a file that is gone or emptied before it is read', async () => {
    write('log', lines(10, 0));
    const emptying = () => {
      const host = createLocalHost();
      const look = async (path: string) => {
        const facts = await host.look(path);
        write('log', '');
        return facts;
      };
      return { ...host, look };
    };
    const empty = { status: 'empty', reason: expect.stringContaining('is empty') };
    expect(await collectLog({ newest: 1e6 }, { host: emptying() })).toMatchObject(empty);
    write('log', lines(10, 0));
    const windowed = await collectLog({ newest: 1e6 }, { host: emptying(), window: { since: '-1h' } });
    expect(windowed).toMatchObject(empty);
  });

  test('a thousand rotated files', async () => {
    for (let number = 0; number < 1000; number++)
      write(`log.${number}`, `${new Date(Date.now() - number * hour).toISOString()} x\n`, number);
    const outcome = await collectLog({ newest: 1e6 }, { window: { since: '-30m' } });
    expect(namesOf(outcome)).toEqual(['log.0']);
    expect(outcome.reason).toContain('1 of 1000 files');
  });

  test('NUL bytes and very long lines', async () => {
    write('log', `${'\0'.repeat(3_000_000)}${lines(2, 0)}${'x'.repeat(3_000_000)}`);
    const { items } = await collectLog({ newest: 1e7 }, { window: { since: '-1h' } });
    expect(items).toHaveLength(1);
  });
});

function hasProgram(name: string): boolean {
  try {
    return createLocalHost() && execFileSync('/usr/bin/which', [name]).length > 0;
  } catch {
    return false;
  }
}
