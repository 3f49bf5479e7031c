import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HostspecError } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { directoryOf, temporaryDirectory } from '../../../../tools/test/folder.js';
import { allMarks } from './archive-layout.js';
import { notRead, openArchive } from './open-archive.js';

test('an error of the system becomes that of an archive, and keeps its cause', () => {
  const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5, syscall: 'read' });
  expect(notRead('/x', cause)).toMatchObject({
    code: 'INVALID_ARCHIVE',
    subject: '/x',
    message: expect.stringMatching(/^cannot read \/x: ./),
    cause,
  });
});

test.each([
  ['an error of hostspec', new HostspecError('NO_SPACE', 'full')],
  ['a defect', new TypeError('defect')],
  ['something else that is thrown', 'stop'],
])('%s stays as it is', (_, error) => {
  expect(notRead('/x', error)).toBe(error);
});

const directoryWith = (...paths: readonly string[]): string =>
  directoryOf(Object.fromEntries(paths.map((path) => [path, ''])));

const why = async (path: string): Promise<string> =>
  openArchive(path).then(
    async ({ kind, close }) => {
      await close();
      return kind;
    },
    (error) => error.message.replace(path, 'X'),
  );

describe('a directory without the marks of an archive', () => {
  const refusal = `cannot read X: it is not an archive: it has none of ${allMarks.join(', ')}; name the dir`;

  test.each([
    [['home/me/notes', 'srv/x']],
    [['notes']],
    [['me/notes']],
    [['manifest.json.bak', 'x']],
    [['me/sub/etc/hosts']],
    [['host/etc/hosts', 'beside']],
  ])('%j is refused', async (paths) => {
    expect(await why(directoryWith(...paths))).toMatch(refusal);
  });

  test('is refused before anything below it is looked at', async () => {
    const directory = directoryWith('one/x', 'two/x');
    mkdirSync(join(directory, 'one', ...Array(300).fill('d')), { recursive: true });
    const limits = { members: 1, nameBytes: 1 };
    await expect(openArchive(directory, { limits })).rejects.toThrow('it is not an archive: ');
  });

  test('is refused if its one folder is a link', async () => {
    const directory = temporaryDirectory();
    symlinkSync(directoryWith('etc/hosts'), join(directory, 'host'));
    expect(await why(directory)).toMatch(refusal);
  });

  test('says that it has archives', async () => {
    expect(await why(directoryWith('notes.txt', 'web01.tar.gz'))).toBe(
      'cannot read X: it is not an archive, but has some; name one, such as web01.tar.gz',
    );
  });

  test('says that it is that of a run over hosts', async () => {
    expect(await why(directoryWith('hosts.ndjson', 'web01.tar.gz'))).toBe(
      'cannot read X: it has the archives of a run over several hosts; name one of them',
    );
  });

  test('says that it is a fleet', async () => {
    expect(await why(directoryWith('data/hosts.0.parquet', 'fleet.json'))).toMatch(
      /^cannot read X: it is a fleet, not an archive; use hostspec fleet check, /,
    );
  });

  test('is called empty if it is', async () => {
    expect(await why(temporaryDirectory())).toBe('cannot read X: it is empty');
  });
});

test.each([
  [['etc/hosts'], 'tree'],
  [['usr/lib/os-release'], 'tree'],
  [['sos_commands/x', 'y'], 'sos'],
  [['insights_commands/x', 'y'], 'insights-host'],
  [['meta_data/x', 'data/y'], 'insights'],
  [['insights_archive.txt'], 'insights'],
])('a directory with %j is an archive, also in a folder', async (paths, kind) => {
  expect(await why(directoryWith(...paths))).toBe(kind);
  expect(await why(directoryWith(...paths.map((path) => `host/${path}`)))).toBe(kind);
});

describe('the root of a running host', () => {
  const running = 'it is the root of a running host, not an archive; collect the host first';

  test('is refused, also through a link', async () => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync('/', link);
    expect(await why('/')).toContain(running);
    expect(await why(link)).toContain(running);
  });

  needs('root')('is refused if it is mounted elsewhere, by its /proc', async () => {
    const directory = directoryWith('etc/hosts', 'proc/cpuinfo');
    expect(await why(directory)).toBe('tree');
    const mounted = 'mount --bind /proc "$0/proc" && echo mounted && exec sleep 60';
    const child = spawn('unshare', ['-m', 'sh', '-c', mounted, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(await why(`/proc/${child.pid}/root${directory}`)).toBe(`cannot read X: ${running}`);
  });
});
