import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { afterAll, expect } from 'vitest';
import { removeDirectories } from '../../packages/fleet/src/testing/archives.ts';
import { hasPython, pythonOf } from '../test/python.mjs';
import { days, fleet, makeFleet } from './fleet.mjs';

const withChdb = lackingOf(['python3']).length > 0 ? needs('python3') : itNeeds('chdb', hasPython('engines'));

const folder = mkdtempSync(join(tmpdir(), 'hostspec-engines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  removeDirectories();
});

/** The values that a view is asked with. */
const valuesOf = (parameters, host) =>
  parameters.includes('from_day')
    ? [
        [days[0], days.at(-1)],
        [days[2], days[3]],
      ]
    : parameters.includes('until')
      ? [[days[1]], [days[3]], [days.at(-1)]]
      : parameters.includes('host')
        ? [[host]]
        : [['web']];

/** Each view of the statements for DuckDB with its questions, for DuckDB and for an engine with named parameters. */
const questionsOf = (statements, host) =>
  [...statements.matchAll(/^CREATE OR REPLACE (?:VIEW "(\w+)"|MACRO (\w+)\(([\w, ]+)\))/gm)].map(
    ([, view, macro, list]) => {
      if (view !== undefined) return { name: view, questions: [[`"${view}"`, `"${view}"`]] };
      const parameters = list.split(', ');
      const questions = valuesOf(parameters, host).map((values) => {
        const literals = values.map((value) => `'${value}'`);
        const named = parameters.map((parameter, at) => `${parameter} = ${literals[at]}`);
        return [`${macro}(${literals.join(', ')})`, `${macro}(${named.join(', ')})`];
      });
      return { name: macro, questions };
    },
  );

/** Rows in an order of their own. Engines print the fractions of a second that are zero, or not. */
const comparable = (rows) =>
  rows
    .map((row) =>
      JSON.stringify(row, (_, value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(value)
          ? value.replace(/\.?0+$/, '')
          : value,
      ),
    )
    .sort();

const askChdb = (statements, questions) => {
  const { status, stdout, stderr } = spawnSync(
    pythonOf('engines'),
    [fileURLToPath(new URL('ask-clickhouse.py', import.meta.url))],
    { input: JSON.stringify({ statements, questions }), encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

withChdb(
  "each view has the same rows in DuckDB and in ClickHouse's engine",
  async () => {
    const path = join(folder, 'fleet');
    const [host] = await makeFleet(path);
    const views = questionsOf(await fleet(['schema', path]), host);
    const statements = (await fleet(['schema', path], { dialect: 'clickhouse' })).split(/;\n/).slice(0, -1);
    expect(statements.map((statement) => /VIEW "(\w+)"/.exec(statement)?.[1])).toEqual(
      views.map(({ name }) => name),
    );
    const theirs = askChdb(
      statements,
      views.flatMap(({ questions }) => questions.map(([, named]) => `SELECT * FROM ${named}`)),
    );
    const empty = [];
    for (const { name, questions } of views) {
      let rows = 0;
      for (const [call] of questions) {
        const ours = JSON.parse(await fleet(['query', path, `SELECT * FROM ${call}`], { format: 'json' }));
        expect(comparable(theirs.shift()), call).toEqual(comparable(ours));
        rows += ours.length;
      }
      if (rows === 0) empty.push(name);
    }
    expect(empty, 'views that were compared without a row').toEqual([]);
  },
  600_000,
);
