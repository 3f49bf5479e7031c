import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { growingLog, plainFile, smallDisk, sparseFile } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { randomContent } from '../test/seed.js';
import { checkArchive } from './archive.js';
import { catalogFile, runHostspec, verified } from './cli.js';
import { collected, doc, promise, run } from './scene.js';

const MiB = 2 ** 20;
// The limit of processes counts all of a user's: this one has none of another test, which nobody has.
const stranger = 100_000 + process.pid;

describe('Resources', () => {
  promise(
    'The end of a file larger than the limit is kept, starting with a whole line, with the original size',
    async (host) => {
      const tail = Array.from({ length: 40_000 }, (_, index) => `line ${index} of the log\n`).join('');
      const log = sparseFile(host.path('log'), 5 * 1024 * MiB, tail);
      const { outcome, texts } = await collected(host, {
        specs: { log: simpleFile(log, doc), raw: simpleFile(log, { ...doc, raw: true }) },
        host: { maxItemBytes: 500_000 },
      });
      expect(outcome('log')).toMatchObject({
        status: 'truncated',
        items: [{ truncated: { originalBytes: 5 * 1024 * MiB } }],
      });
      const [text = ''] = texts('log');
      expect(tail.endsWith(text)).toBe(true);
      expect(text).toMatch(/^line \d+ of the log\n/);
      expect(text.length).toBeGreaterThan(499_900);
      expect(outcome('raw').items[0]?.bytes).toBe(500_000);
    },
  );

  promise(
    'Peak memory stays under 150 MB with a sparse log of 5 GB, in every format; a directory or a tar.gz takes less than 10 MB',
    async (host) => {
      const log = sparseFile(host.path('log'), 5 * 1024 * MiB, 'the end\n');
      const specs = { log: simpleFile(log, doc), version: simpleFile('/proc/version', doc) };
      // In memory, it would be more than allowed, with what any run takes.
      const maxItemBytes = 130 * MiB;
      for (const name of ['directory', 'file.tar.gz', 'file.ndjson']) {
        const target = host.path(name);
        const { answer } = await run(host, { specs, target, host: { maxItemBytes } });
        expect(answer.failure).toBeUndefined();
        expect([name, answer.memory < 150e6, answer.memory]).toEqual([name, true, expect.any(Number)]);
        const { outcome } = await verified(target, Object.keys(specs));
        expect(outcome('log')).toMatchObject({ status: 'truncated', items: [{ bytes: maxItemBytes }] });
        expect(outcome('version').status).toBe('collected');
        if (name === 'file.ndjson') continue;
        const stored =
          name === 'directory' ? join(target, 'data', outcome('log').items[0]?.path ?? '') : target;
        expect([name, statSync(stored).blocks * 512 < 10e6]).toEqual([name, true]);
      }
    },
  );

  promise('A log that grows while it is read is kept in whole lines', async (host) => {
    const path = host.path('growing');
    const log = await growingLog(path);
    host.defer(log.kill);
    const { outcome, texts } = await collected(host, {
      specs: Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`log${index}`, simpleFile(path, doc)]),
      ),
      host: { maxItemBytes: 20_000 },
    });
    for (let index = 0; index < 50; index++) {
      expect(outcome(`log${index}`).status).toMatch(/^(collected|truncated)$/);
      expect(texts(`log${index}`)[0]).toMatch(/^(line \d+ of a log that grows\n)+$/);
    }
  });

  promise(
    'A disk that fills up at any moment gives a clear error with figures; everything collected is readable, the rest is removed',
    async (host) => {
      // Eight files are read at once: the last spec is begun only when all but seven of these are kept, for which no disk
      // below has the space, or when the run was stopped.
      const files = Array.from({ length: 16 }, (_, index) =>
        plainFile(host.path(`file-${index}`), randomContent(4 * MiB, index)),
      );
      const of = (withCommand: boolean): Record<string, Spec> => ({
        first: simpleFile('/proc/version', doc),
        ...Object.fromEntries(files.map((file, index) => [`file${index}`, simpleFile(file, doc)])),
        // A command that fills the disk does so while other specs are collected.
        ...(withCommand ? { command: simpleCommand(`/bin/cat ${files.join(' ')}`, doc) } : {}),
        last: simpleFile('/proc/version', doc),
      });
      const lefts = [0, 0.125, 0.5, 3, 10, 12, 30].map((left) => left * MiB);
      for (const [index, left] of lefts.entries())
        for (const name of ['directory', 'file.tar.gz']) {
          const disk = await smallDisk(host, `disk-${index}-${name}`, 64 * MiB);
          await disk.fillUntil(left);
          const withCommand = index % 2 === 1;
          const specs = of(withCommand);
          const { answer } = await run(host, { specs, target: join(disk.path, name) });
          const what = `${name} with ${left} bytes`;
          expect([what, answer.code, answer.failure]).toEqual([
            what,
            'NO_SPACE',
            expect.stringMatching(/no space left.*\d+ bytes/),
          ]);
          const remains = await disk.list();
          if (answer.report === undefined) {
            expect([what, remains]).toEqual([what, []]);
            continue;
          }
          expect([what, remains]).toEqual([what, [expect.not.stringMatching(/partial/)]]);
          const { outcome } = checkArchive(join(await disk.copyOut(), remains[0] ?? ''), Object.keys(specs));
          // Files are read beside the command: all may be kept before it has filled the disk.
          if (withCommand) expect(outcome('command').status).not.toBe('collected');
          else expect(outcome('last').status).toBe('skipped');
          // Only others that fill the disk at the same moment leave no space for it.
          if (left >= 3 * MiB && outcome('first').status !== 'collected')
            expect(outcome('first').reason).toMatch(/no space left/);
          await host.prepare('umount', disk.path);
        }
    },
    { timeout: 600_000 },
  );

  promise('A disk without a free inode gives the same error', async (host) => {
    for (const name of ['directory', 'file.tar.gz']) {
      const disk = await smallDisk(host, `inodes-${name}`, 64 * MiB, 16);
      const specs = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`file${index}`, simpleFile('/proc/version', doc)]),
      );
      const { answer } = await run(host, { specs, target: join(disk.path, name) });
      // A tar.gz file needs fewer.
      if (name === 'directory' || answer.code !== undefined)
        expect(answer).toMatchObject({
          code: 'NO_SPACE',
          failure: expect.stringContaining('no inode is free'),
        });
      checkArchive(join(await disk.copyOut(), (await disk.list())[0] ?? ''), Object.keys(specs));
    }
  });

  promise(
    'If few descriptors are available, specs that need more say so and the rest is collected',
    async (host) => {
      const specs = {
        ...Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [
            `command${index}`,
            simpleCommand(`/bin/echo ${index}`, doc),
          ]),
        ),
        ...Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [`file${index}`, simpleFile('/proc/version', doc)]),
        ),
      };
      for (const limit of [24, 32]) {
        const { outcome } = await collected(
          host,
          { specs, host: { jobs: 8 } },
          { enter: (argv) => ['prlimit', `--nofile=${limit}`, ...argv] },
        );
        for (const name of Object.keys(specs))
          expect(outcome(name).status, `${name} with ${limit}: ${outcome(name).reason}`).toMatch(
            limit < 32 ? /^(collected|failed)$/ : /^collected$/,
          );
      }
    },
  );

  promise(
    'With fewer descriptors than the command needs, it ends with one sentence; 64 are enough',
    async (host) => {
      const catalog = catalogFile(host, { version: simpleFile('/proc/version', doc) });
      for (const mode of [[], ['--in-process']])
        for (const limit of [20, 24, 30, 36, 40, 44, 52, 64]) {
          const output = ['--format', 'directory', '--output', host.path(`few-${limit}${mode}`)];
          const { status, stderr, overdue } = await runHostspec(
            host,
            ['collect', '--catalog', catalog, ...mode, ...output],
            { enter: (argv) => ['prlimit', `--nofile=${limit}`, ...argv] },
          );
          expect([limit, overdue]).toEqual([limit, false]);
          if (limit === 64) expect(status, stderr).toBe(0);
          if (status !== 0)
            expect([limit, status, stderr]).toEqual([
              limit,
              2,
              'hostspec: too few files can be open at once (EMFILE); allow at least 64 (ulimit -n 64)\n',
            ]);
        }
    },
  );

  promise(
    'If few processes are available, specs whose command cannot start say so and the rest is collected',
    async (host) => {
      const target = host.makeDirectory('for-stranger');
      chownSync(target, stranger, stranger);
      const specs = Object.fromEntries([
        ...Array.from({ length: 40 }, (_, index) => [
          `command${index}`,
          simpleCommand(`/bin/sh -c "sleep 0.01; echo ${index}"`, doc),
        ]),
        ['version', simpleFile('/proc/version', doc)],
      ]);
      for (const limit of [12, 14, 30]) {
        const { outcome } = await collected(
          host,
          { specs, host: { jobs: 8 }, target: join(target, String(limit)) },
          {
            enter: (argv) => [
              ...['setpriv', `--reuid=${stranger}`, `--regid=${stranger}`, '--clear-groups'],
              ...['prlimit', `--nproc=${limit}`, ...argv],
            ],
          },
        );
        expect(outcome('version').status).toBe('collected');
        for (const name of Object.keys(specs))
          expect(outcome(name).status).toMatch(limit < 30 ? /^(collected|failed|empty)$/ : /^collected$/);
      }
    },
  );
});
