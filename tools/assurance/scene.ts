import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CollectOptions } from '@hostspec/engine';
import type { LocalHostOptions } from '@hostspec/local-host';
import type { RunReport, Spec } from '@hostspec/spec';
import { itNeeds, needs } from '@hostspec/testing';
import {
  commandLines,
  type Finished,
  type PathologicalHost,
  type PathologicalHostOptions,
  pathologicalHost,
  pathologicalHostNeeds,
  type StartOptions,
} from '@hostspec/testing/pathological';
import { build } from 'esbuild';
import { afterEach, expect } from 'vitest';
import { sharedDirectory } from '../test/folder.js';
import { type CheckedArchive, checkArchive } from './archive.js';

/** The specs to collect, and how. */
export interface Scenario {
  readonly specs: Readonly<Record<string, Spec>>;
  /** Providers by name: their elements, or how many. */
  readonly elements?: Readonly<Record<string, readonly (string | readonly string[])[] | number>>;
  readonly host?: LocalHostOptions;
  readonly collecting?: Pick<CollectOptions, 'maxTime' | 'maxBytes'>;
  /** Where the archive goes: a directory, or a file that ends in `.tar.gz` or `.ndjson`. Default: a new directory of the host. */
  readonly target?: string;
}

/** The report of the collecting process on the run. */
export interface Answer {
  /** Absent if the run could not start. */
  readonly report?: RunReport;
  readonly where?: string;
  readonly failure?: string;
  readonly code?: string;
  /** Bytes of memory at most. */
  readonly memory: number;
}

/** How the collecting process runs. */
export interface HowToRun extends StartOptions {
  /** The arguments that run a program in the environment of the collection: another root, another user, other limits. */
  readonly enter?: (argv: readonly string[]) => readonly string[];
}

/** A run that ended by itself. */
export interface Run {
  readonly answer: Answer;
  readonly finished: Finished;
}

/** Checks that no process whose command line has a text is left; one that was killed is listed until the kernel has ended it. */
export const expectEnded = (host: PathologicalHost, text: string): Promise<void> =>
  expect.poll(() => commandLines(host)).not.toContain(text);

let hosts: PathologicalHost[] = [];
let targets = 0;

afterEach(async () => {
  const used = hosts;
  hosts = [];
  for (const host of used) await host.end();
});

/**
 * Declares a test of a promise on a pathological host. What it `needs` beside that is a list of components, as for `needs`
 * of `@hostspec/testing`, or the one that is known to be missing. If one is missing the test is skipped with its name; in CI
 * that is a failure.
 */
export function promise(
  name: string,
  check: (host: PathologicalHost) => Promise<void>,
  {
    needs: wanted = [],
    timeout = 300_000,
    ...options
  }: PathologicalHostOptions & { needs?: string | false | readonly string[]; timeout?: number } = {},
): void {
  const declare =
    typeof wanted === 'string'
      ? itNeeds(wanted, false)
      : needs(...pathologicalHostNeeds, ...(wanted === false ? [] : wanted));
  declare(
    name,
    async () => {
      const host = await pathologicalHost(options);
      hosts.push(host);
      await check(host);
    },
    timeout,
  );
}

/** As `promise`, for attacks that need these components too. */
export function promiseNeeding(...components: readonly string[]): typeof promise {
  return (name, check, options = {}) => {
    const { needs: wanted = [] } = options;
    const all = typeof wanted === 'string' ? wanted : [...components, ...(wanted === false ? [] : wanted)];
    promise(name, check, { ...options, needs: all });
  };
}

/** Collects inside a pathological host, in a process that must end by itself. */
export async function run(host: PathologicalHost, scenario: Scenario, how: HowToRun = {}): Promise<Run> {
  const { enter = (argv) => argv, ...options } = how;
  const target = scenario.target ?? host.path(`archive-${++targets}`);
  const finished = await host.run(enter([process.execPath, await bundled('collector.ts')]), {
    ...options,
    input: JSON.stringify({ ...scenario, target }),
  });
  expect(finished, finished.stderr).toMatchObject({ overdue: false, status: 0 });
  return { answer: JSON.parse(finished.stdout) as Answer, finished };
}

/** Collects inside a pathological host and checks the archive. */
export async function collected(
  host: PathologicalHost,
  scenario: Scenario,
  how?: HowToRun,
): Promise<CheckedArchive & Run> {
  const result = await run(host, scenario, how);
  expect(result.answer.failure).toBeUndefined();
  const archive = checkArchive(result.answer.where ?? '', Object.keys(scenario.specs));
  return { ...archive, ...result };
}

/** A doc line, which every spec has. */
export const doc = { doc: 'A spec of a test' } as const;

const here = fileURLToPath(new URL('./', import.meta.url));
const known = new Map<string, Promise<string>>();
const directory = sharedDirectory();

/** A program of this folder as one file for Node, made from the packages' sources as they are now; users other than root can read it. */
export function bundled(entry: string): Promise<string> {
  const made = known.get(entry) ?? make(entry);
  known.set(entry, made);
  return made;
}

async function make(entry: string): Promise<string> {
  chmodSync(directory, 0o755);
  const outfile = join(directory, entry.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}
