// Measures what specs give and take: the medians over archives of default runs. Usage: npm run estimates -- ARCHIVE...
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/statistics.mjs';
import { importBuilt, packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';

const archives = process.argv.slice(2);
if (archives.length === 0) throw new Error('name at least one archive that hostspec made');

const packages = packagesOf(root);
const { openArchive, figuresOf } = await importBuilt(packages.find(({ folder }) => folder === 'archive'));

// Smaller specs without content make no difference.
const leastSeconds = 0.02;
// Two digits: figures of different hosts differ by more.
const rounded = (value) => Number(value.toPrecision(2));

const all = new Map();
for (const path of archives) {
  const archive = await openArchive(path);
  for (const [name, figures] of Object.entries(figuresOf(archive.manifest)))
    if (figures[0] > 0 || figures[1] > leastSeconds) all.set(name, [...(all.get(name) ?? []), figures]);
  await archive.close();
}
const lines = [...all.keys()].sort().map((name) => {
  const of = (index) => rounded(median(all.get(name).map((figures) => figures[index])));
  return `  ${JSON.stringify(name)}: [${of(0)}, ${of(1)}]`;
});
const path = join(root, 'packages/linux-specs/estimates.json');
writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${path}: ${lines.length} specs`);
