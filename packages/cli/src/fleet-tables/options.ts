import { options as checkOptions } from '../check/options.js';
import { jsonFormat } from '../shared-options.js';

/** The options of the command. */
export const options = {
  group: {
    kind: 'text',
    value: 'GROUP',
    doc: 'add: the group of these hosts, until another is given; hosts, changes, outliers and check: only hosts of this group',
  },
  since: {
    kind: 'text',
    value: 'DAY',
    doc: 'changes: from the end of this day in UTC, such as yesterday, 7d or 2026-01-31. Default: yesterday. check: only problems that a host did not have then',
  },
  day: {
    kind: 'text',
    value: 'DAY',
    doc: 'check: the state at the end of this day, as with --since. Default: the latest state',
  },
  severity: { ...checkOptions.severity, doc: `check: ${lowered(checkOptions.severity.doc)}` },
  'only-finding': {
    ...checkOptions['only-finding'],
    doc: `check and report: ${lowered(checkOptions['only-finding'].doc)}`,
  },
  'skip-finding': {
    ...checkOptions['skip-finding'],
    doc: `check and report: ${lowered(checkOptions['skip-finding'].doc)}`,
  },
  config: checkOptions.config,
  each: {
    kind: 'flag',
    doc: 'changes: each step, day by day, in place of the difference to the newest state',
  },
  where: {
    kind: 'text',
    value: 'CONDITION',
    doc: "hosts: only these, by a condition in SQL over the view overview, such as kernel LIKE '6.1.%' AND disk > 90",
  },
  spec: { kind: 'text', value: 'SPEC', doc: 'outliers: only values of this spec' },
  share: {
    kind: 'text',
    value: 'PERCENT',
    doc: 'outliers: values that at most this share of a group has. Default: 5',
  },
  output: {
    kind: 'text',
    short: 'o',
    value: 'FILE',
    doc: 'report: the file of the page, or - for standard output. Default: fleet.html. A host whose own report is beside it, as its name and .html, is linked',
  },
  force: { kind: 'flag', doc: 'report: replace the file' },
  keep: {
    kind: 'text',
    value: 'DAYS',
    doc: 'compact: remove what only days before this many days ago need, such as 90d',
  },
  dialect: {
    kind: 'text',
    value: 'ENGINE',
    doc: 'schema: the engine that the statements are for: duckdb, clickhouse or spark. Default: duckdb',
    choices: ['duckdb', 'clickhouse', 'spark'],
  },
  location: {
    kind: 'text',
    value: 'PATH_OR_URL',
    doc: 'schema: where that engine finds the directory of the fleet. Default: DIR',
  },
  engine: {
    kind: 'text',
    value: 'URL',
    doc: 'query: the ClickHouse server that answers over HTTP, as clickhouse://HOST:PORT, in place of DuckDB; it has the views that schema prints, and DIR is not read. The user and password are in the environment, as CLICKHOUSE_USER and CLICKHOUSE_PASSWORD. Default: none',
  },
  timeout: {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'hosts, changes, outliers and query: give up after so long. Default: 60',
  },
  format: {
    kind: 'text',
    value: 'FORMAT',
    doc: 'of answers: table, csv, json or parquet, and of check: table, json, junit or sarif. Default: table',
    choices: ['table', 'csv', 'json', 'parquet', 'junit', 'sarif'],
  },
  json: jsonFormat,
} as const;

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
