import { code, table } from './sections.mjs';

/** A section for each table of facts, with its columns, from what `hostspec facts --list --json` prints. */
export const factsOverview = (tables) =>
  tables
    .map(({ name, doc, columns }) => {
      const rows = columns.map((column) => [code(column.name), column.type, column.unit ?? '', column.doc]);
      return `## ${name}\n\n${doc}.\n\n${table(['Column', 'Type', 'Unit', 'What it says'], rows)}`;
    })
    .join('\n\n');
