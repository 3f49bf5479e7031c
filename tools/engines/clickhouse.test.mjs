import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { afterAll } from 'vitest';
import { removeDirectories } from '../../packages/fleet/src/testing/archives.ts';
import { hasPython } from '../test/python.mjs';
import { expectSameRows } from './compare.mjs';

const withChdb = lackingOf(['python3']).length > 0 ? needs('python3') : itNeeds('chdb', hasPython('engines'));

afterAll(removeDirectories);

withChdb(
  "each view has the same rows in DuckDB and in ClickHouse's engine",
  () =>
    expectSameRows({
      dialect: 'clickhouse',
      tool: 'engines',
      program: 'ask-clickhouse.py',
      callOf: (name, values) => `${name}(${values.map((pair) => pair.join(' = ')).join(', ')})`,
    }),
  600_000,
);
