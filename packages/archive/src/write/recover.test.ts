import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { endingOf, formats, isFileFormat } from '../formats.js';
import {
  directorySink,
  type Manifest,
  openArchive,
  recover,
  unfinishedRuns,
  verifyArchive,
} from '../index.js';
import { runChild } from '../testing/child.js';
import { file, keepPiece, planned, startOf } from '../testing/run.js';
import { openWorkDirectory } from '../work-directory.js';
import { processIdentity } from './journal.js';

/** The work directory of a run that killed itself at its 31st of 40 specs. */
function killedRun(format: (typeof formats)[number], name = 'out'): { parent: string; work: string } {
  const parent = temporaryDirectory();
  expect(runChild({ format, path: join(parent, name), specs: 40, kill: 's30', bytes: 9000 })).toBeUndefined();
  const [work = '', ...more] = readdirSync(parent);
  expect(more).toEqual([]);
  return { parent, work: join(parent, work) };
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
}

function extracted(path: string): string {
  const parent = temporaryDirectory();
  execFileSync('tar', ['xzf', path, '-C', parent]);
  return join(parent, readdirSync(parent)[0] ?? '');
}

describe.each(formats)('a %s run that was killed', (made) => {
  test.each(formats)('is completed as %s', async (format) => {
    const { parent, work } = killedRun(made, `insights-h${endingOf(made)}`);
    const name = `insights-h${endingOf(format)}`;
    const where = join(parent, name);
    expect(await recover(work, { format })).toBe(where);
    expect(readdirSync(parent)).toEqual([name]);
    expect((statSync(where).mode & 0o7777).toString(8)).toBe(isFileFormat(format) ? '600' : '700');
    expect(await verifyArchive(where)).toEqual([]);
    const archive = await openArchive(where);
    onTestFinished(() => archive.close());
    const outcomes = [...archive.outcomes.values()];
    expect(outcomes.map((outcome) => `${outcome.name} ${outcome.status}`).sort()).toEqual(
      Array.from({ length: 40 }, (_, index) => `s${index} ${index < 30 ? 'collected' : 'skipped'}`).sort(),
    );
    expect(archive.outcomes.get('s30')?.reason).toBe(
      'not reached: the collecting process ended without completing the archive',
    );
    for (const { name: spec } of outcomes.filter((outcome) => outcome.status === 'collected')) {
      const [item] = archive.items(spec);
      const text = Buffer.from((await item?.read()) ?? '').toString();
      expect(text === Buffer.alloc(item?.bytes ?? 0, `${spec} `).toString()).toBe(true);
    }
    const directories = [...archive.files.keys()].map((path) => dirname(path));
    expect(new Set(directories)).toEqual(new Set(['etc', 'insights_commands']));
    expect(directories.filter((directory) => directory === 'etc')).toHaveLength(20);
    expect(directories).toHaveLength(30);
    expect([...archive.own.keys()].filter((path) => path.startsWith('meta_data/'))).toHaveLength(30);
    expect(archive.own.size).toBe(32);
  });
});

test.each(['tar.gz', 'directory'] as const)(
  'a %s run continues after descriptors run out for a while',
  async (format) => {
    const path = join(temporaryDirectory(), 'out');
    const limited = ['sh', '-c', 'ulimit -n 60; exec "$@"', 'sh'];
    const answer = runChild({ format, path, specs: 40, bytes: 30_000, descriptors: true }, limited);
    expect(answer).toMatchObject({ waited: true, where: path });
    expect(answer?.kept).toHaveLength(40);
    expect(await verifyArchive(path)).toEqual([]);
  },
);

describe('recover', () => {
  test('fills the empty folder that the run was meant to fill', async () => {
    const parent = temporaryDirectory();
    const path = join(parent, 'mine');
    mkdirSync(path);
    runChild({ format: 'directory', path, specs: 3, kill: 's2' });
    const [work = ''] = readdirSync(path);
    expect(await recover(join(path, work))).toBe(path);
    expect(readdirSync(path).sort()).toEqual(['data', 'insights_archive.txt', 'manifest.json', 'meta_data']);
  });

  test('a journal truncated within a line loses only that line', async () => {
    const { work } = killedRun('directory');
    const journal = join(work, 'journal.ndjson');
    truncateSync(journal, statSync(journal).size - 20);
    const { outcomes } = manifestOf(await recover(work));
    expect(outcomes.filter((outcome) => outcome.status === 'collected')).toHaveLength(29);
    expect(outcomes).toHaveLength(40);
  });

  test('lost content is reported', async () => {
    const { work } = killedRun('directory');
    rmSync(join(work, 'data/etc/s3'));
    truncateSync(join(work, 'data/etc/s5'), 1);
    const { outcomes } = manifestOf(await recover(work));
    for (const name of ['s3', 's5'])
      expect(outcomes.find((outcome) => outcome.name === name)).toMatchObject({
        status: 'failed',
        items: [],
        reason: 'content was lost from the work directory',
        misses: [{ source: { kind: 'file', path: `/etc/${name}` }, status: 'failed' }],
      });
  });

  test('an archive created in the meantime is not replaced; another path is used', async () => {
    const { parent, work } = killedRun('tar.gz', 'x.tar.gz');
    writeFileSync(join(parent, 'x.tar.gz'), 'since');
    await expect(recover(work)).rejects.toMatchObject({ code: 'INVALID_OPTION', subject: 'path' });
    expect(readFileSync(join(parent, 'x.tar.gz'), 'utf8')).toBe('since');
    expect(
      manifestOf(extracted(await recover(work, { path: join(parent, 'y.tar.gz') }))).outcomes,
    ).toHaveLength(40);
  });

  test('a run that is still active is left alone', async () => {
    const parent = temporaryDirectory();
    const sink = directorySink({ path: join(parent, 'out') });
    sink.begin(startOf([planned('a')]));
    keepPiece(sink, 'a', file('/x', 'x'));
    const [work = ''] = readdirSync(parent);
    await expect(recover(join(parent, work))).rejects.toThrow(`is still going on: process ${process.pid}`);
    await sink.close();
  });

  test('a file at the path is replaced only by force', async () => {
    const { parent, work } = killedRun('tar.gz');
    const path = join(parent, 'mine');
    writeFileSync(path, 'mine');
    await expect(recover(work, { path })).rejects.toMatchObject({ code: 'INVALID_OPTION', subject: 'path' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await recover(work, { path, force: true })).toBe(path);
    expect(await verifyArchive(path)).toEqual([]);
  });

  test.each<[string, (parent: string) => string, string]>([
    ['nothing', (parent) => join(parent, 'none'), 'cannot complete PATH: no such file or directory'],
    ['a file', (parent) => join(parent, 'file'), 'cannot complete PATH: it is not a directory'],
    ['a link', (parent) => join(parent, 'link'), 'cannot complete PATH: it is not a directory'],
    [
      'a directory without a journal',
      (parent) => parent,
      'cannot complete PATH: it is not a work directory, ',
    ],
  ])('%s is refused', async (_, pathIn, message) => {
    const parent = temporaryDirectory();
    writeFileSync(join(parent, 'file'), '');
    symlinkSync('.', join(parent, 'link'));
    const path = pathIn(parent);
    await expect(recover(path)).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      subject: path,
      message: expect.stringContaining(message.replace('PATH', path)),
    });
  });

  test.each([
    ['before the first file', ''],
    ['in the first line', '{"kind":"hostspec jou'],
    [
      'before the second line',
      '{"kind":"hostspec journal","formatVersion":1,"format":"tar.gz","name":"out","process":""}\n{"sta',
    ],
  ])('a run killed %s leaves nothing to complete', async (_, text) => {
    const work = join(temporaryDirectory(), '.out.0123456789ab.partial');
    mkdirSync(work, { mode: 0o700 });
    if (text !== '') writeFileSync(join(work, 'journal.ndjson'), text);
    await expect(recover(work)).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining('holds nothing to complete'),
    });
  });

  test.each(formats)(
    'the journal of a %s run is removed first, so that the rest is not completed',
    async (format) => {
      const { work } = killedRun(format);
      const gone = vi.spyOn(fs, 'unlinkSync');
      syncBuiltinESMExports();
      onTestFinished(() => {
        gone.mockRestore();
        syncBuiltinESMExports();
      });
      const directory = openWorkDirectory(work);
      directory.files();
      directory.destroy();
      expect(existsSync(work)).toBe(false);
      expect(gone.mock.calls.map(([path]) => basename(String(path)))[0]).toBe('journal.ndjson');
    },
  );
});

function leaveRun(parent: string, name: string): void {
  expect(
    runChild({ format: 'tar.gz', path: join(parent, name), specs: 4, kill: 's2', bytes: 10 }),
  ).toBeUndefined();
}

test('the remains of killed runs are found, in alphabetical order', () => {
  const parent = temporaryDirectory();
  for (const name of ['b', 'a']) leaveRun(parent, name);
  expect(unfinishedRuns(parent).map((path) => path.replace(/[0-9a-f]{12}/, 'X'))).toEqual([
    join(parent, '.a.X.partial'),
    join(parent, '.b.X.partial'),
  ]);
});

test('ten of them are found at most, and none stays open', () => {
  const parent = temporaryDirectory();
  leaveRun(parent, 'a');
  const [left = ''] = unfinishedRuns(parent);
  const names = Array.from({ length: 12 }, (_, index) => `.b.0123456789${index + 10}.partial`);
  for (const name of names) cpSync(left, join(parent, name), { recursive: true });
  const before = readdirSync('/proc/self/fd').length;
  expect(unfinishedRuns(parent)).toEqual([left, ...names.slice(0, 9).map((name) => join(parent, name))]);
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});

test('nothing else is found', () => {
  const parent = temporaryDirectory();
  leaveRun(parent, 'a');
  const [left = ''] = unfinishedRuns(parent);
  mkdirSync(join(parent, '.empty.0123456789ab.partial'), { mode: 0o700 });
  writeFileSync(join(parent, '.file.0123456789ab.partial'), '');
  cpSync(left, join(parent, 'x.partial'), { recursive: true });
  expect(unfinishedRuns(parent)).toEqual([left]);
  chmodSync(left, 0o755);
  expect(unfinishedRuns(parent)).toEqual([]);
  chmodSync(left, 0o700);
  const journal = join(left, 'journal.ndjson');
  const running = JSON.stringify(processIdentity(process.pid));
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"process":"[^"]*"/, `"process":${running}`));
  expect(unfinishedRuns(parent)).toEqual([]);
  expect(unfinishedRuns(join(parent, 'nowhere'))).toEqual([]);
});
