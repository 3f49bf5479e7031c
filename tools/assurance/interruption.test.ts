import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { type Finished, type PathologicalHost, plainFile } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { random } from '../test/seed.js';
import { catalogFile, hostspec, runHostspec, verified } from './cli.js';
import { doc, expectEnded, promise } from './scene.js';

const options = { sharedProcesses: true, timeout: 600_000 } as const;
const formats = ['tar.gz', 'directory', 'ndjson'] as const;

interface Stage {
  readonly specs: Readonly<Record<string, Spec>>;
  readonly catalog: string;
  /** Names of the commands that ended so far. */
  ended(): string[];
}

/** Specs that take about half a second, and leave word of every command that ended. */
function stage(host: PathologicalHost): Stage {
  const log = plainFile(host.path('log'), '');
  const file = plainFile(host.path('file'), 'content of a file\n'.repeat(1000));
  const specs = Object.fromEntries(
    Array.from({ length: 40 }, (_, index): [string, Spec][] => [
      [
        `command${index}`,
        simpleCommand(
          `/bin/sh -c "sleep 0.0${index % 8}; echo ${index}; echo command${index} >> ${log}"`,
          doc,
        ),
      ],
      [`file${index}`, simpleFile(file, doc)],
    ]).flat(),
  );
  return {
    specs,
    catalog: catalogFile(host, specs),
    ended: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  };
}

/** Lets a collection run for a random time, then does something to it. */
async function disturbed(
  host: PathologicalHost,
  { catalog }: Stage,
  directory: string,
  format: string,
  signal: NodeJS.Signals,
  within = 900,
): Promise<Finished> {
  const running = host.start(
    [...hostspec, 'collect', '--catalog', catalog, '--format', format, '--output', `${directory}/archive`],
    { deadline: 240 },
  );
  await pause(random() * within);
  running.signal(signal);
  return running.finished;
}

const partials = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.endsWith('.partial'));

const isNothingOrArchive = (names: readonly string[]): boolean => ['', 'archive'].includes(names.join());

describe('Interruption', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    promise(
      `${signal} at any moment leaves a complete archive of everything finished, and exit status ${128 + constants.signals[signal]}`,
      async (host) => {
        const staged = stage(host);
        for (let round = 0; round < 6; round++) {
          const directory = host.makeDirectory(`round-${round}`);
          const format = formats[round % 3] ?? 'tar.gz';
          const {
            status,
            signal: died,
            overdue,
            stderr,
          } = await disturbed(host, staged, directory, format, signal);
          expect(overdue).toBe(false);
          expect(partials(directory)).toEqual([]);
          if (died !== null) {
            // Before it listens for signals there is nothing yet; after it stops listening, everything is complete.
            expect([died, readdirSync(directory)]).toEqual([signal, expect.toSatisfy(isNothingOrArchive)]);
            if (readdirSync(directory).length > 0)
              await verified(`${directory}/archive`, Object.keys(staged.specs));
          } else {
            expect([status, stderr]).toEqual([
              expect.toSatisfy((value) => value === 0 || value === 128 + constants.signals[signal]),
              expect.any(String),
            ]);
            const { manifest } = await verified(`${directory}/archive`, Object.keys(staged.specs));
            if (status !== 0) expect(manifest.interrupted).toBe(`interrupted by ${signal}`);
          }
        }
        await expectEnded(host, host.path('log'));
      },
      options,
    );

  promise(
    'After kill -9 at any moment, hostspec finish makes an archive of everything finished',
    async (host) => {
      const staged = stage(host);
      let finished = 0;
      // An instant may be before there is something, or after all is there: then later or earlier ones are taken.
      let within = 900;
      for (let round = 0; finished < 4; round++) {
        expect(round).toBeLessThan(200);
        const directory = host.makeDirectory(`round-${round}`);
        const format = formats[round % 3] ?? 'tar.gz';
        writeFileSync(host.path('log'), '');
        const { signal } = await disturbed(host, staged, directory, format, 'SIGKILL', within);
        const ended = staged.ended();
        const [partial] = partials(directory);
        if (signal === null || partial === undefined) {
          within *= signal === null ? 0.9 : 1.2;
          continue;
        }
        const { status, stdout, stderr } = await runHostspec(host, ['finish', `${directory}/${partial}`]);
        // Killed before it began or after its archive was there, it has nothing to finish, and says so.
        if (status !== 0) {
          expect(stderr).toContain('holds nothing to complete');
          if (ended.length > 0) await verified(`${directory}/archive`, Object.keys(staged.specs));
          continue;
        }
        finished++;
        expect(partials(directory)).toEqual([]);
        const { outcome, manifest } = await verified(
          stdout.trim().split('\n').at(-1) ?? '',
          Object.keys(staged.specs),
        );
        expect(manifest.interrupted).toContain('ended without');
        // Those that ended just before may not have been noted: as many as are under way at once.
        const lost = ended.filter((name) => outcome(name).status !== 'collected');
        expect(lost.length).toBeLessThanOrEqual(32);
      }
    },
    options,
  );

  promise(
    'A run is not disturbed by the remains of a killed run or by another run at the same time',
    async (host) => {
      const staged = stage(host);
      for (const format of formats) {
        const directory = host.makeDirectory(format);
        const arguments_ = ['collect', '--catalog', staged.catalog, '--format', format];
        await disturbed(host, staged, directory, format, 'SIGKILL', 500);
        const remains = partials(directory);
        await Promise.all(
          [`${directory}/archive`, `${directory}/other`].map(async (output) => {
            const { status, stderr } = await runHostspec(host, [...arguments_, '--output', output]);
            expect([status, stderr]).toEqual([0, expect.any(String)]);
            await verified(output, Object.keys(staged.specs));
          }),
        );
        expect(partials(directory)).toEqual(remains);
      }
      // Several at once without a name given, in the same second: each has its own.
      const directory = host.makeDirectory('unnamed');
      const runs = await Promise.all(
        [1, 2, 3].map(() =>
          runHostspec(host, ['collect', '--catalog', staged.catalog, '--quiet'], { cwd: directory }),
        ),
      );
      const paths = runs.map(({ stdout }) => stdout.trim());
      expect(new Set(paths).size).toBe(3);
      for (const path of paths) await verified(path, Object.keys(staged.specs));
    },
    options,
  );

  promise(
    'SIGPIPE alone changes nothing; if the reader of the output goes away, the run ends and leaves nothing behind',
    async (host) => {
      const staged = stage(host);
      const directory = host.makeDirectory('out');
      let disturbedRun: Finished;
      // Until Node ignores SIGPIPE, the signal ends the program, which has written nothing yet.
      do disturbedRun = await disturbed(host, staged, directory, 'tar.gz', 'SIGPIPE');
      while (disturbedRun.signal === 'SIGPIPE' && readdirSync(directory).length === 0);
      expect(disturbedRun.status).toBe(0);
      await verified(`${directory}/archive`, Object.keys(staged.specs));
      const working = host.makeDirectory('working');
      const script = 'set -o pipefail; "$@" | head -c 1000 > /dev/null; echo $?';
      const args = ['collect', '--catalog', staged.catalog, '--format', 'ndjson', '--output', '-'];
      const piped = await host.run(['bash', '-c', script, 'bash', ...hostspec, ...args], { cwd: working });
      expect([piped.overdue, piped.stdout, piped.stderr]).toEqual([
        false,
        '1\n',
        expect.stringContaining('closed it before the end'),
      ]);
      expect(readdirSync(working)).toEqual([]);
    },
    options,
  );
});
