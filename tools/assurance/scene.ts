import {
  type Finished,
  missingForPathologicalHost,
  type PathologicalHost,
  type PathologicalHostOptions,
  pathologicalHost,
  type StartOptions,
} from '@hostspec/testing/pathological';
import { afterEach, expect, test } from 'vitest';
import { type CheckedArchive, checkArchive } from './archive.js';
import { bundled } from './bundled.js';
import type { Answer, Scenario } from './scenario.js';

/** How the collecting process runs. */
export interface HowToRun extends StartOptions {
  /** The arguments that run a program where the collection is to be: another root, another user, other limits. */
  readonly enter?: (argv: readonly string[]) => readonly string[];
}

/** A run that ended by itself. */
export interface Run {
  readonly answer: Answer;
  readonly finished: Finished;
}

let hosts: PathologicalHost[] = [];
let targets = 0;

afterEach(async () => {
  const used = hosts;
  hosts = [];
  for (const host of used) await host.end();
});

const missing = missingForPathologicalHost();

/**
 * Declares a test of a promise on a pathological host, with what it `needs` beside that, such as `a FUSE server`, where
 * that is missing. Skipped where this machine cannot do it; in CI that is a failure.
 */
export function promise(
  name: string,
  check: (host: PathologicalHost) => Promise<void>,
  {
    needs,
    timeout = 60_000,
    ...options
  }: PathologicalHostOptions & { needs?: string | false; timeout?: number } = {},
): void {
  const lacking = missing ?? (needs || undefined);
  if (lacking !== undefined && !process.env.CI) {
    test.skip(`${name} (needs ${lacking})`);
    return;
  }
  test(
    name,
    async () => {
      if (lacking !== undefined) throw new Error(`${lacking} is missing, and CI must have it`);
      const host = await pathologicalHost(options);
      hosts.push(host);
      await check(host);
    },
    timeout,
  );
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
