import { relative } from 'node:path';
import { table } from '../docs/sections.mjs';

const sections = [
  'Hangs',
  'Processes',
  'Resources',
  'Budgets and exit statuses',
  'Interruption',
  'Bytes',
  'Escape and injection',
  'Programs of others',
  'Rights',
  'Commands as another user',
  'Homes',
  'The current directory',
  'Output',
  'Data of strangers',
  'Secrets',
  'Promises under attack',
  'A guest that leaves no trace',
  'Fuzz',
];

/** The packages whose reports have rows in the table, besides the workspace's own. */
export const packages = ['archive', 'cli'];

const folder = 'tools/assurance/';

/** The section of a test that is a promise: its `describe` in the kit, and what it says itself in other packages. */
const sectionOf = (file, { ancestorTitles, meta }) =>
  file.startsWith(folder) && file.endsWith('.test.ts') ? ancestorTitles[0] : meta?.assurance;

/** The rows of the table, from Vitest's JSON reports of the workspace at `root`: `{ section, promise, file }`. */
export const rowsOf = (root, reports) => {
  const rows = reports
    .flatMap(({ testResults }) => testResults.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name);
      return assertionResults.map((test) => ({
        section: sectionOf(file, test),
        // The name of a skipped test says what it needs.
        promise: test.title.replace(/ \(needs [^)]*\)$/, ''),
        file,
      }));
    });
  const unknown = rows.find(({ section }) => section !== undefined && !sections.includes(section));
  if (unknown)
    throw new Error(`${unknown.file}: section ${unknown.section}; allowed: ${sections.join(', ')}`);
  return sections.flatMap((section) => rows.filter((row) => row.section === section));
};

/** The table as Markdown, seen from a package's folder. */
export const tableOf = (rows) =>
  [...new Set(rows.map(({ section }) => section))]
    .map((section) => {
      const own = rows.filter((row) => row.section === section);
      const cells = own.map(({ promise, file }) => [
        sentence(promise),
        `[${file.split('/').at(-1)}](../../${file})`,
      ]);
      return `### ${section}\n\n${table(['Promise', 'Its test'], cells)}`;
    })
    .join('\n\n');

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll('<', '&lt;');
