import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { defaultSpecs } from '../../packages/default-specs/dist/index.js';
import { collect, memorySink, plan } from '../../packages/engine/dist/index.js';
import { createLocalHost } from '../../packages/local-host/dist/index.js';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { writeEveryType } from './budget/every-type.mjs';

// Counts work because times differ between machines. If work decreases, or increases on purpose, change budget.json.
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const budget = read('budget.json');
const published = read('../../packages/default-specs/fixtures/catalog.json');
const preload = fileURLToPath(new URL('budget/count-work.mjs', import.meta.url));

let folder;
beforeEach(() => {
  folder = temporaryDirectory();
});

const expectWithin = (work, allowed) => {
  const more = Object.entries(work).filter(([what, count]) => !(count <= allowed[what]));
  expect(Object.fromEntries(more), `the budget is ${JSON.stringify(allowed)}`).toEqual({});
};

test.each(['directory', 'tar.gz', 'ndjson'])('a run of every type of collection into %s', (format) => {
  // Paths are part of the output, so they must have the same length everywhere.
  const host = `${join(folder, 'host').padEnd(80, '-')}/`;
  mkdirSync(host);
  const catalog = join(folder, 'catalog.json');
  writeFileSync(catalog, JSON.stringify(writeEveryType(host)));
  const log = join(folder, 'work.json');
  const hostspec = ['--import', preload, `${root}packages/cli/bin/hostspec.cjs`];
  const options = ['--catalog', catalog, '--format', format, '--output', join(folder, 'archive')];
  const { status, stderr } = spawnSync(process.execPath, [...hostspec, 'collect', ...options], {
    encoding: 'utf8',
    env: { ...process.env, WORK_LOG: log, WORK_BELOW: host },
  });
  expect([status, stderr]).toEqual([0, '']);
  expectWithin(JSON.parse(readFileSync(log, 'utf8')), budget[format]);
});

test("what the specification's catalog asks of a host, every provider and condition once", async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const asked = {};
  const note = (what) => {
    asked[what] = (asked[what] ?? 0) + 1;
  };
  /** Each of some functions, telling that it was called. */
  const told = (functions, tell) =>
    Object.fromEntries(
      Object.entries(functions).map(([name, act]) => [
        name,
        (...args) => {
          tell(name);
          return act(...args);
        },
      ]),
    );
  const { executes, root, hostname, stop, stopped, notEntered, ...methods } = createLocalHost({
    root: empty,
  });
  const host = { executes, root, hostname, stop, stopped, notEntered, ...told(methods, note) };
  const evaluated = [];
  const watched = (kind, definitions) =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => {
        const tell = () => {
          note(kind);
          evaluated.push(name);
        };
        return [name, { ...definition, ...told({ evaluate: definition.evaluate }, tell) }];
      }),
    );
  // A spec that came later asks for more, but makes no other spec more expensive.
  const specified = defaultSpecs.pick(...Object.keys(defaultSpecs.specs).filter((name) => name in published));
  const catalog = {
    ...specified,
    providers: watched('providers', specified.providers),
    conditions: watched('conditions', specified.conditions),
  };
  const sink = memorySink();
  for await (const _ of collect(await plan(catalog, { host }), { catalog, host, sink }));
  await sink.close();
  expect(new Set(evaluated).size).toBe(evaluated.length);
  expectWithin(asked, budget.catalog);
});
