import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { afterAll } from 'vitest';
import { removeDirectories } from '../../packages/fleet/src/testing/archives.ts';
import { expectSameRows } from '../engines/compare.mjs';
import { hasPython } from '../test/python.mjs';

const lacking = lackingOf(['python3', 'java']);
const withSpark = lacking.length > 0 ? needs(...lacking) : itNeeds('pyspark', hasPython('spark'));

afterAll(removeDirectories);

withSpark(
  'each view has the same rows in DuckDB and in Spark',
  () =>
    expectSameRows({
      dialect: 'spark',
      tool: 'spark',
      program: 'ask-spark.py',
      callOf: (name, values) => `${name}(${values.map(([, value]) => value).join(', ')})`,
    }),
  2_400_000,
);
