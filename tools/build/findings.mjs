import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The findings in a file `findings.yaml` of a domain, by name. */
export const findingsIn = (file) => parse(readFileSync(file, 'utf8')).findings;

/** The text of `findings.json`, which is published: the findings in a file `findings.yaml` without their tests. */
export const findingsText = (file) => {
  const published = Object.entries(findingsIn(file)).map(([name, { tests: _, ...finding }]) => [
    name,
    finding,
  ]);
  return `${JSON.stringify({ findings: Object.fromEntries(published) })}\n`;
};
