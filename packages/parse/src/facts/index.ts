export { type KeyValue, keyValuesOf } from '../values/index.js';
export type {
  Column,
  Columns,
  ColumnType,
  ColumnUnit,
  Fact,
  FactTable,
  Source,
  ValuesOf,
} from './declaration.js';
export { type HostFact, hostFacts, type ReadFact } from './host-facts.js';
export { type FactOfTable, factSpecs, factsIn, factsOf } from './read.js';
export { factTables } from './tables.js';
