import { maxReadBytes, runLines } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import { type ArchivedFile, type OpenedArchive, readArchived } from './opened-archive.js';
import { createArchiveSession } from './shell/session.js';
import { archiveOf, claiming, taken } from './testing/archive-of.js';

const withFiles = (files: Readonly<Record<string, ArchivedFile>>): OpenedArchive => ({
  ...archiveOf({}, { kind: 'insights-host' }),
  files: new Map(Object.entries(files)),
});

/** A file whose size is given as more than its content, which can be read to its end. */
const damaged = (content: string, error: Error): ArchivedFile => ({
  bytes: content.length + 1,
  async *stream() {
    yield Buffer.from(content);
    throw error;
  },
});

describe('what providers read', () => {
  const most = 256 * 1024 * 1024;
  const reason = `providers asked for more than ${most} bytes of this archive, which is their limit`;

  test('is limited for all of it together, files and outputs', async () => {
    const host = await createArchiveHost(
      withFiles({ 'etc/big': claiming(2 * maxReadBytes, 'big'), 'insights_commands/a': claiming(1, 'a') }),
    );
    for (let read = 0; read < most; read += maxReadBytes)
      expect(Buffer.from(await host.readFile('/etc/big')).toString()).toBe('big');
    await expect(host.readFile('/etc/big')).rejects.toMatchObject({ problem: 'refused', message: reason });
    expect(await host.run('/bin/a')).toStrictEqual({
      rc: undefined,
      output: Buffer.alloc(0),
      problem: 'refused',
      reason,
    });
    expect(await runLines(host, '/bin/a')).toBeUndefined();
    expect(await taken((take) => host.runInto(['/bin/a'], take))).toBe('a');
  });

  test('fails with the error of a damaged archive', async () => {
    const host = await createArchiveHost(
      withFiles({ 'insights_commands/a': damaged('one', new Error('unexpected end of data')) }),
    );
    await expect(host.run('/bin/a')).rejects.toThrow('unexpected end of data');
  });

  test('is the beginning of a large file', async () => {
    const file = claiming(26, 'abcdefghijklmnopqrstuvwxyz');
    expect((await readArchived(file, 10)).toString()).toBe('abcdefghij');
    expect((await readArchived(file, 7)).toString()).toBe('abcdefg');
    expect((await readArchived(file, 26)).toString()).toBe('abcdefghijklmnopqrstuvwxyz');
    expect((await readArchived(file)).toString()).toBe('abcdefghijklmnopqrstuvwxyz');
  });
});

describe('the end of a file that exceeds the limit', () => {
  const lines = 'one\ntwo\nthree\n';

  test.each([
    [14, lines, undefined],
    [13, 'two\nthree\n', 10],
    [11, 'two\nthree\n', 10],
    [10, 'three\n', 6],
    [7, 'three\n', 6],
    [6, 'three\n', 6],
    [3, 'ee\n', 3],
    [1, '\n', 1],
  ])('of %d bytes is %j', async (maxBytes, kept, bytes) => {
    const host = await createArchiveHost(archiveOf({ 'etc/log': lines }), { maxItemBytes: maxBytes });
    const pieces: string[] = [];
    const cut = await host.readInto('/etc/log', (piece) => void pieces.push(Buffer.from(piece).toString()));
    expect(pieces.join('')).toBe(kept);
    expect(pieces).not.toContain('');
    expect(cut).toEqual(bytes && { reason: `the last ${bytes} of 14 bytes`, originalBytes: 14 });
  });

  test('is given without what precedes it, raw too', async () => {
    const host = await createArchiveHost(archiveOf({ 'etc/log': `${lines}${lines}` }));
    for (const raw of [true, false]) {
      const pieces: string[] = [];
      const take = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece).toString());
      await host.readInto('/etc/log', take, { maxBytes: 6, raw });
      expect(pieces).toEqual(['three\n']);
    }
  });

  test('begins inside of a line that is too long to leave out', async () => {
    const long = 'x'.repeat(200_000);
    const host = await createArchiveHost(archiveOf({ 'etc/log': `${long}\nend\n`, 'etc/short': lines }));
    const kept = await taken((take) => host.readInto('/etc/log', take, { maxBytes: 150_000 }));
    expect(kept).toBe(`${'x'.repeat(149_995)}\nend\n`);
    expect(await taken((take) => host.readInto('/etc/log', take, { maxBytes: 100_000 }))).toBe('end\n');
  });
});

test('what follows the limit of an output is not read', async () => {
  const host = await createArchiveHost(
    withFiles({ 'insights_commands/a': damaged('one\ntwo\n', new Error('unexpected end of data')) }),
  );
  let end: unknown;
  const give = (maxBytes: number): Promise<string> =>
    taken(async (take) => {
      end = await host.runInto(['/bin/a'], take, { maxBytes });
    });
  expect(await give(8)).toBe('one\ntwo\n');
  expect(end).toStrictEqual({ rc: 0, cut: { reason: 'the first 8 of 9 bytes', originalBytes: 9 } });
  expect(await give(3)).toBe('one');
  await expect(give(9)).rejects.toThrow('unexpected end of data');
});

test('a converted output is cut to its beginning too', async () => {
  const host = await createArchiveHost(
    archiveOf({ 'sos_commands/filesys/mount_-l': 'a on /b [c]\nd\n' }, { kind: 'sos' }),
    { maxItemBytes: 4 },
  );
  let end: unknown;
  const printed = await taken(async (take) => {
    end = await host.runInto(['/bin/mount'], take, { maxBytes: 6 });
  });
  expect(printed).toBe('a on');
  expect(end).toStrictEqual({ rc: 0, cut: { reason: 'the first 4 of 10 bytes', originalBytes: 10 } });
});

test.each([0, -1, Number.NaN])('the limit %d is refused', async (maxItemBytes) => {
  await expect(createArchiveHost(archiveOf({ 'etc/hosts': '' }), { maxItemBytes })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    subject: 'maxItemBytes',
  });
});

test('after it was stopped, a host answers nothing', async () => {
  const host = await createArchiveHost(
    archiveOf({ 'insights_commands/a': 'A', 'etc/hosts': 'H' }, { kind: 'insights-host' }),
  );
  expect(await host.stop('the run has ended')).toBe(0);
  expect(await host.stop('another reason')).toBe(0);
  const end = { problem: 'failed', reason: 'the run has ended' };
  const error = { problem: 'failed', message: 'the run has ended' };
  expect(await host.run('/bin/a')).toStrictEqual({ rc: undefined, output: new Uint8Array(), ...end });
  expect(await host.runInto(['/bin/a'], () => {})).toStrictEqual(end);
  await expect(host.readFile('/etc/hosts')).rejects.toMatchObject(error);
  await expect(host.readInto('/etc/hosts', () => {})).rejects.toMatchObject(error);
  await expect(host.list('/etc')).rejects.toMatchObject(error);
  await expect(host.stat('/etc')).rejects.toMatchObject(error);
  await expect(host.look('/etc')).rejects.toMatchObject(error);
  await expect(host.glob(['/etc/*'])).rejects.toMatchObject(error);
});

test.each([
  [{ 'etc/hostname': '# ours\n web01 \n', 'sos_commands/host/hostname': 'other\n' }, 'web01'],
  [{ 'sos_commands/host/hostname': '  vm01.example.org \nmore\n' }, 'vm01.example.org'],
  [{ 'sos_commands/host/hostname': ' \n' }, 'localhost'],
  [{ 'sos_commands/host/uname': 'Linux' }, 'localhost'],
])('the host of %j is %s', async (files, hostname) => {
  const archive = archiveOf(files, { kind: 'sos' });
  expect(await (await createArchiveHost(archive)).hostname()).toBe(hostname);
  expect(await (await createArchiveSession(archive)).hostname()).toBe(hostname);
});
