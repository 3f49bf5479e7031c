import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { foreachExecute, globFile, listdir, type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { type PathologicalHost, plainFile, smallDisk } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { canaryMark, plantedMany } from '../../packages/redact/src/testing/planted.js';
import { random } from '../test/seed.js';
import { catalogFile, hostspec, runHostspec, verified } from './cli.js';
import { doc, promise } from './scene.js';

const formats = { directory: 'archive', 'tar.gz': 'archive.tar.gz', ndjson: 'archive.ndjson' } as const;
const wanted = 10_000;
const options = { timeout: 600_000 } as const;
// Whatever else the machine does.
const patient = { ...doc, timeout: 120 } as const;

interface Planting {
  readonly specs: Readonly<Record<string, Spec>>;
  readonly catalog: string;
  /** How many secrets are on the host. */
  readonly count: number;
}

/** Plants secrets in content, output, names, arguments and errors. */
function plant(host: PathologicalHost, more: Readonly<Record<string, Spec>> = {}): Planting {
  const secrets = plantedMany(wanted);
  // Two of each kind: each name is the argument of two commands, whose start takes longer than the masking of a thousand.
  const ofKind = new Map<string, number>();
  const names = secrets
    .filter(({ line }) => /^[ -.0-~]{1,200}$/.test(line) && /(?:password|token)[=:]/i.test(line))
    .filter(({ kind }) => {
      const before = ofKind.get(kind) ?? 0;
      ofKind.set(kind, before + 1);
      return before < 2;
    })
    .map(({ line }) => line);
  const directory = host.makeDirectory('names');
  for (const name of names) plainFile(join(directory, name), 'x\n');
  // A message quotes its name; in a name that is such a message already, the second quoting hides the secret from the rules.
  const unquoted = host.makeDirectory('unquoted');
  for (const name of names.filter((each) => !each.includes("'\\''"))) plainFile(join(unquoted, name), 'x\n');
  // Filler of changing length moves the secrets across every edge of a piece.
  const text = secrets.map(({ line }, index) => `${'- '.repeat(index % 37)}\n${line}\n`).join('');
  const large = plainFile(host.path('large'), text);
  const small = secrets
    .slice(0, 500)
    .map(({ line }, index) =>
      plainFile(join(host.makeDirectory(`small-${index % 10}`), `file-${index}`), `${line}\n`),
    );
  const specs: Record<string, Spec> = {
    large: simpleFile(large, patient),
    small: globFile([host.path('small-*/*')], patient),
    output: simpleCommand(`/bin/cat ${large}`, patient),
    pieces: simpleCommand(`/bin/dd if=${large} bs=61 status=none`, patient),
    files: globFile([`${directory}/*`], patient),
    listing: listdir(directory, patient),
    printed: simpleCommand(`/bin/ls ${small[0]} ${directory} /nowhere`, patient),
    arguments: foreachExecute('/bin/echo %s', { type: 'listdir', path: directory } as never, patient),
    failing: foreachExecute(
      `/bin/cat ${unquoted}/none/%s`,
      { type: 'listdir', path: unquoted } as never,
      doc,
    ),
    ...more,
  };
  return { specs, catalog: catalogFile(host, specs), count: secrets.length };
}

/** Every name and byte below a directory; gzip files also unpacked. */
function everythingIn(directory: string): string {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const contents = paths
    .map((path) => join(directory, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .flatMap((path) => {
      const bytes = readFileSync(path);
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? [unpacked(bytes), bytes] : [bytes];
    });
  return [...paths, ...contents.map((bytes) => bytes.toString('latin1'))].join('\n');
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}

const isOutput = (spec: string): boolean => ['output', 'pieces', 'printed'].includes(spec);

const marks = (text: string): string[] => text.match(canaryMark) ?? [];

describe('Secrets', () => {
  promise(
    'None of ten thousand secrets of all kinds reaches an archive of any format or the terminal',
    async (host) => {
      const { specs, catalog, count } = plant(host);
      for (const [format, name] of Object.entries(formats)) {
        const directory = host.makeDirectory(`out-${format}`);
        const args = ['collect', '--catalog', catalog, '--format', format, '--output', join(directory, name)];
        // What comes before the format is known is the same in each.
        const names = Object.keys(specs).filter((spec) => format === 'directory' || !isOutput(spec));
        args.push('--only', names.join(','));
        const { status, stdout, stderr } = await runHostspec(host, args);
        expect([format, status]).toEqual([format, 0]);
        expect([format, marks(stdout + stderr + everythingIn(directory))]).toEqual([format, []]);
        const { outcome } = await verified(join(directory, name), Object.keys(specs));
        for (const spec of names.filter((each) => !['printed', 'failing'].includes(each)))
          expect([spec, outcome(spec).status]).toEqual([spec, 'collected']);
        const masked = Object.values(outcome('large').items[0]?.masked ?? {});
        expect(masked.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(count);
      }
      const kept = host.makeDirectory('kept');
      const args = ['collect', '--catalog', catalog, '--keep-secrets', '--only', 'large'];
      await runHostspec(host, [...args, '--format', 'directory', '--output', join(kept, 'archive')]);
      expect(new Set(marks(everythingIn(kept))).size).toBeGreaterThanOrEqual(count);
    },
    options,
  );

  promise(
    'None is in a work directory after kill -9 at any moment',
    async (host) => {
      const { catalog } = plant(host, { slow: simpleCommand('/bin/sleep 100', patient) });
      let stored = 0;
      // An instant may be before anything is stored: then later ones are taken.
      for (let round = 0, within = 1500; stored < 3; round++) {
        expect(round).toBeLessThan(100);
        const [format, name] = Object.entries(formats)[stored] ?? [];
        const directory = host.makeDirectory(`killed-${round}`);
        const args = [
          'collect',
          '--catalog',
          catalog,
          '--format',
          format ?? '',
          '--output',
          join(directory, name ?? ''),
        ];
        const running = host.start([...hostspec, ...args], { deadline: 240 });
        await pause(random() * within);
        running.signal('SIGKILL');
        await running.finished;
        const everything = everythingIn(directory);
        if (everything.includes('__secret_')) stored++;
        else within *= 1.2;
        expect([round, marks(everything)]).toEqual([round, []]);
      }
    },
    options,
  );

  promise(
    'None is on a disk that fills up, or in a message about it',
    async (host) => {
      const { catalog } = plant(host);
      const MiB = 2 ** 20;
      for (const [index, left] of [0.2, 0.6, 1.5].entries()) {
        const disk = await smallDisk(host, `disk-${index}`, 16 * MiB);
        await disk.fillUntil(Math.round(left * MiB));
        const args = [
          'collect',
          '--catalog',
          catalog,
          '--format',
          'directory',
          '--output',
          join(disk.path, 'archive'),
        ];
        const { status, stdout, stderr } = await runHostspec(host, args);
        expect([left, status]).toEqual([left, 3]);
        expect([left, marks(stdout + stderr + everythingIn(await disk.copyOut()))]).toEqual([left, []]);
      }
    },
    options,
  );
});
