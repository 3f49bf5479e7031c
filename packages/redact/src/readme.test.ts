import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedaction, secretFiles } from './index.js';
import { ruleFamilies } from './rules/index.js';
import { clean } from './testing/clean.js';

const readme = join(import.meta.dirname, '../README.md');

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const rules = table(
  ['Family', 'Rules', 'What they find'],
  ruleFamilies.map(({ name, doc, rules }) => [name, rules.length, doc]),
);

const files = table(
  ['Files', 'Paths that end with'],
  secretFiles.map(({ doc, paths }) => [doc, paths.map((path) => `\`${path}\``).join(', ')]),
);

const cleanText = table(
  ['Text similar to secrets', 'Lines', 'False masks'],
  Object.entries(clean).map(([name, text]) => [name, text.trim().split('\n').length, maskedIn(text)]),
);

function maskedIn(text: string): number {
  const { text: mask, report } = createRedaction();
  mask(text);
  return Object.values(report().secrets).reduce((sum, count) => sum + count, 0);
}

function withPart(text: string, name: string, part: string): string {
  const [before, , after] = text.split(
    new RegExp(`(<!-- ${name}: begin -->\n[\\s\\S]*?<!-- ${name}: end -->)`),
  );
  return `${before}<!-- ${name}: begin -->\n${part}\n<!-- ${name}: end -->${after}`;
}

test('the tables of the README are up to date; vitest -u writes them', async () => {
  const parts = { rules, files, clean: cleanText };
  const text = Object.entries(parts).reduce(
    (all, [name, part]) => withPart(all, name, part),
    readFileSync(readme, 'utf8'),
  );
  await expect(text).toMatchFileSnapshot(readme);
});
