import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import {
  type Fault,
  type Finished,
  faultyDisk,
  hasFuse,
  type PathologicalHost,
  plainFile,
} from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { randomContent } from '../test/seed.js';
import { catalogFile, runHostspec, verified } from './cli.js';
import { doc, promise } from './scene.js';

const options = { timeout: 240_000, needs: !hasFuse() && 'FUSE' } as const;
const formats = ['tar.gz', 'directory', 'ndjson'] as const;
const MiB = 2 ** 20;

const collect = (
  host: PathologicalHost,
  specs: Readonly<Record<string, Spec>>,
  args: readonly string[],
  enter?: (argv: readonly string[]) => readonly string[],
): Promise<Finished> =>
  runHostspec(host, ['collect', '--catalog', catalogFile(host, specs), ...args], enter ? { enter } : {});

/** The names at the top of a disk, except those present before. */
const listed = (backing: string): string[] =>
  readdirSync(backing).filter((name) => !name.startsWith('.fuse'));

function bigFiles(host: PathologicalHost): Readonly<Record<string, Spec>> {
  const specs = Array.from({ length: 6 }, (_, index): [string, Spec] => {
    const file = plainFile(host.path(`big-${index}`), randomContent(MiB, index));
    return [`big${index}`, simpleFile(file, { ...doc, raw: true })];
  });
  return { version: simpleFile('/proc/version', doc), ...Object.fromEntries(specs) };
}

describe('Output', () => {
  promise(
    'An exhausted quota is reported with figures and exit status 3, at the start or at any later moment; everything collected is kept',
    async (host) => {
      const specs = bigFiles(host);
      // Before there is a ballast, in the middle, and at the end, when the archive is made beside its content.
      for (const [index, quota] of [0, 0.1, 0.3, 2.5, 4.5, 6.4].map((size) => size * MiB).entries())
        for (const format of formats) {
          const disk = await faultyDisk(host, `disk-${index}-${format}`, { quota });
          const { status, stderr } = await collect(host, specs, [
            '--format',
            format,
            '--output',
            `${disk.path}/x`,
          ]);
          const what = `${format} with ${quota}`;
          // A directory needs no space except for its content.
          if (status === 0) expect([what, quota]).toEqual([`directory with ${quota}`, 6.4 * MiB]);
          else
            expect([what, status, stderr]).toEqual([
              what,
              3,
              expect.stringMatching(/no space left.*: disk quota exceeded, \d+ bytes are free, .*\d+ bytes/),
            ]);
          const left = listed(disk.backing);
          if (left.length > 0) await verified(join(disk.backing, left[0] ?? ''), Object.keys(specs));
          expect([what, left.length]).toEqual([what, quota >= 2 * MiB ? 1 : expect.any(Number)]);
        }
    },
    options,
  );

  promise(
    'Reaching the file size limit of the process is reported in the same way',
    async (host) => {
      const specs = bigFiles(host);
      for (const format of formats) {
        const place = host.path(`limited-${format}`);
        const limit = format === 'directory' ? MiB / 2 : 2 * MiB;
        const { status, stderr } = await collect(
          host,
          specs,
          ['--format', format, '--output', place],
          (argv) => [...['prlimit', `--fsize=${limit}`, ...argv]],
        );
        expect([format, status, stderr]).toEqual([
          format,
          3,
          expect.stringMatching(/no space left.*: the maximum file size is reached, \d+ bytes are free/),
        ]);
      }
    },
    options,
  );

  const written = ['tar.gz', 'ndjson'] as const;
  const faults: readonly (readonly [Fault, readonly ((typeof formats)[number] | 'filled')[]])[] = [
    [{ operation: 'create', path: 'meta_data/', error: 'EIO', times: 1 }, ['directory']],
    [{ operation: 'write', path: 'meta_data/', error: 'EIO', times: 1 }, ['directory']],
    [{ operation: 'flush', path: 'meta_data/', error: 'EIO', times: 1 }, ['directory']],
    [{ operation: 'create', path: 'meta_data/', error: 'EIO' }, ['directory', 'filled']],
    [{ operation: 'mkdir', path: 'meta_data', error: 'EIO' }, ['directory']],
    [{ operation: 'write', path: 'manifest.json', error: 'EIO' }, ['directory', 'filled']],
    [{ operation: 'create', path: 'manifest.json', error: 'EROFS' }, ['directory']],
    [{ operation: 'write', path: 'journal.ndjson', error: 'EIO' }, formats],
    [{ operation: 'write', path: 'archive.', error: 'EIO' }, written],
    [{ operation: 'flush', path: 'archive.', error: 'EIO' }, written],
    [{ operation: 'flush', path: 'data/', error: 'EIO' }, ['directory', 'ndjson']],
    [{ operation: 'flush', path: 'content/', error: 'EIO' }, ['tar.gz']],
    [{ operation: 'rename', path: '/x', error: 'EIO' }, ['directory', 'filled']],
    [{ operation: 'rename', path: '/x/manifest.json', error: 'EIO' }, ['filled']],
    [{ operation: 'unlink', path: 'ballast', error: 'EIO' }, formats],
    [{ operation: 'unlink', path: 'journal', error: 'EIO' }, ['directory', 'filled', 'tar.gz']],
    [{ operation: 'mkdir', path: '/x', error: 'EUCLEAN' }, ['directory']],
  ];

  promise(
    'A disk error on any part of an archive is reported; the archive is complete, or is not created and hostspec finish completes it',
    async (host) => {
      const specs = {
        first: simpleFile('/proc/version', doc),
        second: simpleFile('/etc/passwd', doc),
        command: simpleCommand('/bin/echo done', doc),
        // Larger than what a tar.gz keeps in one file with other content.
        large: simpleFile(host.path('large'), doc),
      };
      writeFileSync(host.path('large'), 'line\n'.repeat(20_000));
      for (const [index, [fault, met]] of faults.entries())
        for (const format of met) {
          const disk = await faultyDisk(host, `disk-${index}-${format}`, { faults: [fault] });
          const what = `${format} with ${JSON.stringify(fault)}`;
          const place = join(disk.path, 'x');
          if (format === 'filled') await host.prepare('install', '-d', '-m', '700', join(disk.backing, 'x'));
          const { status, stderr, overdue } = await collect(host, specs, [
            ...['--format', format === 'filled' ? 'directory' : format, '--output', place],
          ]);
          expect([what, overdue]).toEqual([what, false]);
          expect([what, status, stderr]).toEqual([
            what,
            1,
            expect.stringMatching(
              /input\/output error|i\/o error|read-only file system|the file system is damaged/i,
            ),
          ]);
          const at = join(disk.backing, 'x');
          const isThere = existsSync(at) && (!isDirectory(at) || existsSync(join(at, 'manifest.json')));
          const [work] = works(disk.backing).concat(
            format === 'filled' ? works(at).map((name) => `x/${name}`) : [],
          );
          if (stderr.includes('is complete, but')) expect([what, isThere]).toEqual([what, true]);
          else if (isThere) await verified(at, Object.keys(specs));
          else if (work !== undefined && existsSync(join(disk.backing, work, 'journal.ndjson'))) {
            const journal = readFileSync(join(disk.backing, work, 'journal.ndjson'), 'utf8');
            const elsewhere = host.path(`finished-${index}-${format}`);
            const finish = await runHostspec(host, ['finish', join(disk.path, work), '--output', elsewhere]);
            if (finish.status === 0 || finish.stderr.includes('is complete, but')) {
              const { outcome } = await verified(elsewhere, Object.keys(specs));
              for (const name of Object.keys(specs))
                if (new RegExp(`"name":"${name}",[^{}]*"status":"collected"`).test(journal))
                  expect([what, outcome(name).status]).toEqual([what, 'collected']);
            } else expect([what, finish.stderr, journal]).toEqual([what, expect.any(String), '']);
          }
        }
    },
    options,
  );
});

function isDirectory(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function works(path: string): string[] {
  return isDirectory(path) ? readdirSync(path).filter((name) => name.endsWith('.partial')) : [];
}
