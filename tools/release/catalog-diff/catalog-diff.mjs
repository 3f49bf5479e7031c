import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt, packagesOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';
import { optionsOf } from '../../workspace/run.mjs';
import { setupIfNeeded } from '../../workspace/setup.mjs';
import { catalogDiffs, changesetText, diffViolations } from './check.mjs';

const { write } = optionsOf({ write: { type: 'boolean' } });

if ((await setupIfNeeded({ stdio: ['ignore', 2, 2] })) !== 0) process.exit(1);

const packages = packagesOf(root);
const spec = await importBuilt(packages.find(({ folder }) => folder === 'spec'));
const domains = packages.filter(({ isDomain }) => isDomain);
// Overwrites the result of an earlier run.
const diffs = catalogDiffs(root, domains, spec, (file) => !write || !file.startsWith('catalog-'));

for (const { name, released, bump, changes } of diffs) {
  if (changes.length === 0) continue;
  console.log(`${name}: ${bump} since ${released}`);
  for (const { line } of changes) console.log(`  ${line}`);
}
if (diffs.length === 0)
  console.log(
    'no domain has a release to compare with: there is no tag @hostspec/DOMAIN@VERSION (git fetch --tags)',
  );
else if (diffs.every(({ changes }) => changes.length === 0))
  console.log(`the catalogs of ${diffs.length} domains have not changed since their last releases`);
if (write) {
  for (const diff of diffs.filter(({ missing }) => missing.length > 0)) {
    const file = join('.changeset', `catalog-${diff.name.replace(/^.*\//, '')}.md`);
    writeFileSync(join(root, file), changesetText(diff));
    console.log(`wrote: ${file}`);
  }
} else {
  const violations = diffViolations(diffs);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) {
    console.error('npm run catalog-diff -- --write writes the changesets that are missing');
    process.exitCode = 1;
  }
}
