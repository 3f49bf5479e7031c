import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { specsWithNoise } from '@hostspec/parse/noise';
import { findRunner } from '@hostspec/runner';
import { itNeeds, needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../test/folder.js';

type Files = ReadonlyMap<string, string>;

// Scripts without types.
const peer = (name: string) => import(new URL(`../peer/${name}`, import.meta.url).href);

const found = findRunner();
const components = ['root', 'a mount namespace', 'a PID namespace', 'a network namespace', 'ip'];
const declare = typeof found === 'string' ? itNeeds('a runner', false) : needs(...components);

// Each collection has its own times and processes.
const ofOneRun = new Set(['duration', 'started', 'finished', 'time', 'exec_time', 'ser_time', 'processes']);

declare('the runner and the collector itself make the same archive', async () => {
  const folder = temporaryDirectory();
  const { prepareHost } = await peer('prepared/host.mjs');
  const { collectOurs } = await peer('collect.mjs');
  const { enter, output } = await prepareHost(folder);
  // Half of what the rest of Linux prints changes by itself, so this is variant B.
  const collect = async (name: string, ...options: readonly string[]): Promise<Files> =>
    filesOf(await collectOurs(join(output, name), 'directory', enter, ...options));
  const one = await collect('one', '--in-process');
  const byRunner = await collect('by-runner');
  const two = await collect('two', '--in-process');
  const changing = new Set(differences(one, two));
  const noise = new Set([one, byRunner].flatMap(noisyFiles));
  const comparable = (name: string): boolean => !changing.has(name) && !noise.has(name);
  expect([...byRunner.keys()].filter(comparable)).toEqual([...one.keys()].filter(comparable));
  expect(byRunner.get('manifest.json')).toContain('"status": "collected"');
  expect(differences(one, byRunner).filter(comparable)).toEqual([]);
  // The content that changes by itself is the kernel's, so that it hides nothing else.
  const content = [...changing].filter((name) => name.startsWith('data/'));
  expect(content.filter((name) => !noise.has(name) && !/^data\/(?:proc|sys)\//.test(name))).toEqual([]);
});

function filesOf(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return new Map(names.map((name) => [name, textOf(folder, name)]));
}

/** The bytes of a file; a file of the archive's own without what differs with its content or with time. */
function textOf(folder: string, name: string): string {
  const bytes = readFileSync(join(folder, name));
  return name.endsWith('.json') && !name.startsWith('data/')
    ? JSON.stringify(JSON.parse(bytes.toString()), (key, value) => (ofOneRun.has(key) ? 0 : value), 1)
    : bytes.toString('latin1');
}

/** The files whose bytes differ, or that only one has; of the manifest, the outcomes that differ. */
function differences(one: Files, other: Files): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [mine, theirs] = [one.get(name), other.get(name)];
    if (mine === theirs) return [];
    if (name !== 'manifest.json' || mine === undefined || theirs === undefined) return [name];
    return differentOutcomes(JSON.parse(mine), JSON.parse(theirs));
  });
}

interface Outcomes {
  readonly outcomes: readonly {
    readonly name: string;
    readonly items: readonly { readonly path: string }[];
  }[];
}

// Each mount of the machine has such a device, and other programs make mounts too.
const ofMounts = 'bdi_read_ahead_kb';

/** What an archive has of specs that change by themselves. */
function noisyFiles(files: Files): string[] {
  const { outcomes }: Outcomes = JSON.parse(files.get('manifest.json') ?? '');
  return outcomes
    .filter(({ name }) => name === ofMounts || specsWithNoise.includes(name))
    .flatMap(({ name, items }) => [
      `the outcome of ${name}`,
      `meta_data/insights.specs.Specs.${name}.json`,
      ...items.map(({ path }) => `data/${path}`),
    ]);
}

function differentOutcomes(
  { outcomes, ...one }: Outcomes,
  { outcomes: others, ...other }: Outcomes,
): string[] {
  const byName = new Map(others.map((outcome) => [outcome.name, JSON.stringify(outcome)]));
  const different = outcomes.filter((outcome) => byName.get(outcome.name) !== JSON.stringify(outcome));
  const isSame = JSON.stringify(one) === JSON.stringify(other) && outcomes.length === others.length;
  return [...(isSame ? [] : ['manifest.json']), ...different.map(({ name }) => `the outcome of ${name}`)];
}
