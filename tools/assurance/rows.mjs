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

/** Promises with tests in other packages: sections, files and names of tests. */
export const elsewhere = [
  {
    section: 'Bytes',
    file: 'packages/archive/src/item-path.test.ts',
    names: ['items never share a path, contain each other or leave the archive'],
  },
  {
    section: 'Bytes',
    file: 'packages/archive/src/archive-name.test.ts',
    names: [
      'every name survives, and the result is UTF-8 without control characters, slashes or dots alone',
      'two names never become one',
    ],
  },
  {
    section: 'Data of strangers',
    file: 'packages/cli/src/hostile-archives.test.ts',
    names: [
      'a manifest with any field changed is read, or refused with a one-line error',
      'a line of NDJSON with any field changed is read, or refused with a one-line error',
      'metadata of insights-core with any field changed are read or ignored',
      'the manifest of a sos report with any field changed is used or ignored',
      'a journal with any field changed is completed, or refused with a one-line error',
      'text from an archive cannot control the terminal or begin a line',
      'changed content is compared as it is, and reported',
    ],
  },
  {
    section: 'Fuzz',
    file: 'packages/cli/src/catalogs/fuzz.test.ts',
    names: [
      'any mapping is a catalog or an error that names the file',
      'any text is a catalog or an error that names the file',
      'any configuration is settings or an error that names the file',
    ],
  },
  {
    section: 'Fuzz',
    file: 'packages/archive/src/hostile.test.ts',
    names: [
      'an archive truncated at any byte is refused',
      'a tar with any change is read or refused, and every difference is reported',
      'a file with any content is read or refused',
      'a decompression bomb is refused before it is fully unpacked',
    ],
  },
];

/** The packages whose reports have rows in the table, besides the workspace's own. */
export const packages = [...new Set(elsewhere.map(({ file }) => file.split('/')[1]))];

const folder = 'tools/assurance/';

/**
 * The rows of the table, from Vitest's JSON reports of the workspace at `root`: `{ section, promise, file }`.
 *
 * @throws Error if an expected test is missing.
 */
export const rowsOf = (root, reports) => {
  const rows = reports.flatMap(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title }) => ({
        section: ancestorTitles[0],
        // The name of a skipped test says what it needs.
        promise: title.replace(/ \(needs [^)]*\)$/, ''),
        file: relative(root, name),
      })),
    ),
  );
  // A test outside a section tests a part of the kit, not a promise.
  const own = rows.filter(
    ({ file, section }) => file.startsWith(folder) && file.endsWith('.test.ts') && section !== undefined,
  );
  const others = elsewhere.flatMap(({ section, file, names }) =>
    names.map((promise) => {
      const row = rows.find((each) => each.file === file && each.promise === promise);
      if (!row) throw new Error(`${file} has no test "${promise}"`);
      return { ...row, section };
    }),
  );
  const unknown = own.find(({ section }) => !sections.includes(section));
  if (unknown)
    throw new Error(`${unknown.file}: section ${unknown.section}; allowed: ${sections.join(', ')}`);
  return sections.flatMap((section) => [...own, ...others].filter((row) => row.section === section));
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
