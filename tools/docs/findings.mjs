import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { code, table } from './sections.mjs';

const findingsIn = (file) => parse(readFileSync(file, 'utf8')).findings;

/** The findings of a file as data, without their tests. */
export const findingsText = (file) => {
  const published = Object.entries(findingsIn(file)).map(([name, { tests: _, ...finding }]) => [
    name,
    finding,
  ]);
  return `${JSON.stringify({ findings: Object.fromEntries(published) }, undefined, 2)}\n`;
};

/** A table of the findings in the files of domains, `[domain, file]`: id with its source, severity, and what it says. */
export const findingsOverview = (files) =>
  table(
    ['Finding', 'Severity', 'What it says'],
    files.flatMap(([domain, file]) =>
      Object.entries(findingsIn(file)).map(([name, { link, severity, title }]) => [
        `[${domain}/${name}](${link})`,
        severity,
        code(title),
      ]),
    ),
  );
