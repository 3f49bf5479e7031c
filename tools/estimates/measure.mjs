// Measures what specs give and take: the medians over archives of default runs. A spec that none of them has keeps its figures.
// Usage: npm run estimates -- ARCHIVE...
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/statistics.mjs';
import { importBuilt, packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';

const archives = process.argv.slice(2);
if (archives.length === 0) throw new Error('name at least one archive that hostspec made');

const packages = packagesOf(root);
const built = (name) => importBuilt(packages.find(({ folder }) => folder === name));
const { openArchive, figuresOf } = await built('archive');
const { LinuxSpecs } = await built('linux-specs');

// Smaller specs without content make no difference.
const leastSeconds = 0.02;
// Two digits: figures of different hosts differ by more.
const rounded = (value) => Number(value.toPrecision(2));

const all = new Map();
const empty = new Set();
for (const path of archives) {
  const archive = await openArchive(path);
  for (const [name, figures] of Object.entries(figuresOf(archive.manifest)))
    if (figures[0] > 0 || figures[1] > leastSeconds) all.set(name, [...(all.get(name) ?? []), figures]);
  for (const { name, status } of archive.manifest.outcomes) if (status === 'empty') empty.add(name);
  await archive.close();
}
const path = join(root, 'packages/linux-specs/estimates.json');
const earlier = Object.entries(JSON.parse(readFileSync(path, 'utf8'))).filter(
  ([name]) => name in LinuxSpecs && !empty.has(name),
);
const measured = [...all].map(([name, figures]) => {
  const of = (index) => rounded(median(figures.map((each) => each[index])));
  return [name, [of(0), of(1)]];
});
const estimates = Object.fromEntries([...earlier, ...measured]);
const lines = Object.keys(estimates)
  .sort()
  .map((name) => `  ${JSON.stringify(name)}: [${estimates[name].join(', ')}]`);
writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${path}: ${measured.length} of ${lines.length} specs measured`);
