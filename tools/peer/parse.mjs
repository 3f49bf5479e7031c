import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const script = fileURLToPath(new URL('parse.py', import.meta.url));

/** The file that lists the most used parsers, whose values are compared part by part. */
export const popularFile = fileURLToPath(new URL('popular.json', import.meta.url));

/**
 * Runs every parser of insights-core over an archive: `{ context, parsers }`, of each parser its `outcome`
 * (ok, skipped, failed), `specs`, `errors`, and a `digest` of its value; of the most used ones the `value` too.
 */
export const parse = async (python, archive, { byName = false } = {}) =>
  JSON.parse(await run(python, [script, ...(byName ? ['--by-name'] : []), '--values', popularFile, archive]));
