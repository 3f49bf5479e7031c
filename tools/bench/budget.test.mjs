import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { defaultSpecs } from '../../packages/default-specs/dist/index.js';
import { collect, memorySink, plan } from '../../packages/engine/dist/index.js';
import { createLocalHost } from '../../packages/local-host/dist/index.js';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';

const content = 'a line of a file\n'.repeat(100);

/**
 * Writes a host of 60 files and 20 programs below a folder; returns a catalog for it, as a catalog file has it, with
 * every type of collection.
 */
const writeEveryType = (folder) => {
  const write = (path, text, mode = 0o644) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  const doc = { doc: 'Counted' };
  const add = {};
  for (let i = 0; i < 20; i++) {
    add[`file${i}`] = { type: 'simple_file', path: write(`etc/file${i}`, content), ...doc };
    const program = write(`bin/program${i}`, '#!/bin/sh\necho output\n', 0o755);
    add[`program${i}`] = { type: 'simple_command', command: `${program} --version`, ...doc };
  }
  for (let i = 0; i < 40; i++) write(`etc/conf.d/${i % 4}/part${i}.conf`, content);
  const provider = { type: 'listdir', path: `${folder}/etc/conf.d` };
  const program = `${folder}/bin/program0`;
  add.patterns = { type: 'glob_file', patterns: [`${folder}/etc/conf.d/*/*.conf`], ...doc };
  add.again = { type: 'glob_file', patterns: [`${folder}/etc/conf.d/*/part1*.conf`], ...doc };
  add.first = { type: 'first_file', paths: [`${folder}/etc/none`, `${folder}/etc/file1`], ...doc };
  add.names = { type: 'listdir', path: `${folder}/etc/conf.d`, ...doc };
  add.each = { type: 'foreach_execute', command: `${program} %s`, provider, ...doc };
  add.collected = {
    type: 'foreach_collect',
    path: `${folder}/etc/conf.d/%s/part*.conf`,
    provider,
    ...doc,
  };
  const only = { type: 'simple_command', command: `${folder}/bin/program1` };
  add.one = { type: 'command_with_args', command: `${program} of %s`, provider: only, ...doc };
  const file = { type: 'simple_file', path: `${folder}/etc/file2` };
  add.either = { type: 'first_of', specs: [{ type: 'simple_file', path: `${folder}/none` }, file], ...doc };
  add.top = {
    type: 'head',
    spec: { type: 'glob_file', patterns: [`${folder}/etc/conf.d/0/*.conf`] },
    ...doc,
  };
  return { name: 'counted', version: '1.0.0', extends: [], add };
};

// Counts work because times differ between machines. If work decreases, or increases on purpose, change budget.json.
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const budget = read('budget.json');
const published = read('../../packages/default-specs/fixtures/catalog.json');
const preload = fileURLToPath(new URL('count-work.mjs', import.meta.url));

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
