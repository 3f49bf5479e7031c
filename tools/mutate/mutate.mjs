import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { runApart } from './apart.mjs';

const usage = `usage: npm run mutate -- --filter PACKAGE [-- OPTIONS OF STRYKER]`;

const { values, positionals } = parseArgs({
  options: { filter: { type: 'string' } },
  allowPositionals: true,
});
const all = packagesOf();
const found = all.find(({ folder, manifest }) => [folder, manifest.name].includes(values.filter));
if (found === undefined) {
  console.error(`${usage}\nPACKAGE is one of: ${all.map(({ folder }) => folder).join(', ')}`);
  process.exit(2);
}

const out = join(root, 'node_modules/.cache/mutate', found.folder);
process.exitCode = runApart(out, [
  // Random tests draw the same every time, and a component that is not there is no failure.
  ...['env', '--unset=CI', '--unset=TMPDIR', `--chdir=${found.path}`, 'HOSTSPEC_SEED=1', `MUTATE_OUT=${out}`],
  ...[process.execPath, join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'],
  join(root, 'tools/mutate/stryker.config.mjs'),
  ...positionals,
]);
