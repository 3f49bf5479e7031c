import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { askingFleet } from '../../packages/fleet/src/query.ts';
import { newDirectory } from '../../packages/fleet/src/testing/archives.ts';
import { pythonOf } from '../test/python.mjs';
import { days, fleet, makeFleet } from './fleet.mjs';

/** The views from which all other snapshots are made. */
const basic = ['snapshot_outcomes', 'snapshot_items', 'snapshot_measures'];

/** The days that a snapshot is asked for. The last one is that of `latest_`, which is a view itself. */
const askedDays = (view) => (basic.includes(view) ? [[days[1]], [days[3]]] : [[days[3]]]);

/** The parameters with which to query a view. */
const valuesOf = (view, parameters, host) =>
  parameters.includes('from_day')
    ? [
        [days[0], days.at(-1)],
        [days[2], days[3]],
      ]
    : parameters.includes('until')
      ? askedDays(view)
      : parameters.includes('host')
        ? [[host]]
        : [['web']];

/** Each view of the statements for DuckDB with its questions, for DuckDB and for another engine. */
const questionsOf = (statements, host, callOf) =>
  [...statements.matchAll(/^CREATE OR REPLACE (?:VIEW "(\w+)"|MACRO (\w+)\(([\w, ]+)\))/gm)].map(
    ([, view, macro, list]) => {
      if (view !== undefined) return { name: view, questions: [[view, view]] };
      const parameters = list.split(', ');
      const questions = valuesOf(macro, parameters, host).map((values) => {
        const literals = values.map((value) => `'${value}'`);
        return [
          `${macro}(${literals.join(', ')})`,
          callOf(
            macro,
            parameters.map((parameter, at) => [parameter, literals[at]]),
          ),
        ];
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

/** Runs a program of a tool with statements and questions as JSON, and returns its answers. */
const answersOf = (tool, program, given) => {
  const script = fileURLToPath(new URL(`../${tool}/${program}`, import.meta.url));
  const options = { input: JSON.stringify(given), stdio: 'pipe', maxBuffer: 2 ** 30 };
  return JSON.parse(execFileSync(pythonOf(tool), [script], options));
};

/** Expects that some views of a fleet have the same rows in DuckDB and in another engine, and that each has some. */
const compareViews = async (path, host, { dialect, tool, program, callOf }, isAsked = () => true) => {
  const views = questionsOf(await fleet(['schema', path]), host, callOf);
  const statements = (await fleet(['schema', path], { dialect })).split(/;\n/).slice(0, -1);
  expect(statements.map((statement) => /(?:VIEW|FUNCTION) ["`]?(\w+)/.exec(statement)?.[1])).toEqual(
    views.map(({ name }) => name),
  );
  const asked = views.filter((_, at) => isAsked(statements[at]));
  const theirs = answersOf(tool, program, {
    statements,
    questions: asked.flatMap(({ questions }) => questions.map(([, call]) => `SELECT * FROM ${call}`)),
  });
  const empty = [];
  await askingFleet(path, {}, async (ask) => {
    for (const { name, questions } of asked) {
      let found = 0;
      for (const [call] of questions) {
        const { rows } = await ask(`SELECT * FROM ${call}`);
        expect(comparable(theirs.shift()), call).toEqual(comparable(rows));
        found += rows.length;
      }
      if (found === 0) empty.push(name);
    }
  });
  expect(empty, 'views that were compared without a row').toEqual([]);
  return asked.map(({ name }) => name);
};

/**
 * Makes a fleet, and expects that each of its views has the same rows in DuckDB and in another engine, which a program of a tool
 * asks. `callOf` writes a view with its parameters and their values. The fleet is in one of the directories that `removeDirectories` removes.
 */
export const expectSameRows = async (engine) => {
  const path = join(newDirectory(), 'fleet');
  const [host] = await makeFleet(path);
  await compareViews(path, host, engine);
  // Once all rows are filed, these views read the state that is stored then.
  await fleet(['compact', path]);
  const asked = await compareViews(path, host, engine, (statement) => statement.includes('latest_state'));
  expect(asked).toEqual(['latest_state', 'latest_host', 'overview']);
};
