import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../../../tools/test/folder.js';
import { createFleet } from '../fleet-directory.js';

/** A run of a host, as a test describes it. */
export interface TestRun {
  readonly target: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Content by spec and path. */
  readonly specs: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>;
  /** Specs that were skipped, with the reason. */
  readonly skipped?: Readonly<Record<string, string>>;
  readonly interrupted?: string;
  /** Default: a machine of its own for each target. */
  readonly machineId?: string;
  readonly bootId?: string;
  /** The kinds of identity that were mapped. */
  readonly mapped?: readonly string[];
  /** How many secrets each content has; the key of their masks. */
  readonly secrets?: number;
  readonly maskKey?: string;
}

const made: string[] = [];

/** Removes the directories of `newDirectory`. Each test file calls it in `afterAll`, because test files share this module. */
export function removeDirectories(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true });
}

/** A new directory. */
export function newDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'fleet-'));
  made.push(path);
  return path;
}

/** A new fleet without archives. */
export function newFleet(): string {
  const path = join(newDirectory(), 'fleet');
  createFleet(path);
  return path;
}

/** Writes a run as an archive that is a directory, and returns its path. */
export function writeArchive(run: TestRun): string {
  const {
    target,
    started,
    specs,
    skipped = {},
    interrupted,
    bootId,
    machineId,
    mapped,
    secrets,
    maskKey,
  } = run;
  const top = newDirectory();
  const write = (path: string, content: string | Uint8Array) => writeFiles(top, { [path]: content });
  const outcomes = Object.entries(specs).map(([name, files]) => {
    const items = Object.entries(files).map(([path, content]) => {
      write(`data/${path}`, content);
      const bytes = Buffer.from(content);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return {
        ...{ path, source: { kind: 'file', path: `/${path}` }, bytes: bytes.length, sha256, duration: 0 },
        ...(secrets !== undefined && { masked: { password: secrets } }),
      };
    });
    const end = items.length > 0 ? { status: 'collected' } : { status: 'absent', reason: 'there is none' };
    write(`meta_data/insights.specs.Specs.${name}.json`, '{}');
    return { name, domain: 'd', type: 'simple_file', ...end, items, misses: [], started, duration: 0 };
  });
  const others = Object.entries(skipped).map(([name, reason]) => ({
    ...{ name, domain: 'd', type: 'simple_file', status: 'skipped', reason },
    ...{ items: [], misses: [], started, duration: 0 },
  }));
  write('insights_archive.txt', '');
  write(
    'manifest.json',
    JSON.stringify({
      ...{ kind: 'hostspec', formatVersion: 1, tool: 'hostspec', hostname: target, target },
      ...{
        machineId: machineId ?? `machine of ${target}`,
        ...(bootId !== undefined && { bootId }),
        root: '/',
        started,
        finished: started + 1000,
      },
      ...(interrupted !== undefined && { interrupted }),
      ...(mapped && { mapped: { kinds: mapped, keyCheck: '01234567' } }),
      ...(maskKey !== undefined && { maskKey }),
      ...{
        brand: { vendor: 'v', client: 'c' },
        domains: [],
        notEntered: [],
        notes: [],
        outcomes: [...outcomes, ...others],
      },
    }),
  );
  return top;
}
