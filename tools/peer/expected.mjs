import { readFileSync } from 'node:fs';

const read = () => JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8'));

const matches = (pattern, name) =>
  new RegExp(
    `^${pattern.replace(/[.*+?^${}()|[\]\\]/g, (char) => (char === '*' ? '.*' : `\\${char}`))}$`,
  ).test(name);

/** The differences that expected.json explains: `specs` and `parsers`, each a list of `{ names, kind, reason }`. */
export const readExpected = () => {
  const { specs, parsers } = read();
  return { specs: checked(specs), parsers: checked(parsers) };
};

const checked = (entries) => {
  for (const entry of entries)
    if (!Array.isArray(entry.names) || !entry.kind || !entry.reason)
      throw new Error(`expected.json: ${JSON.stringify(entry)} needs names, kind and reason`);
  return entries;
};

/** The entry that expects this kind of difference under this name; undefined where none does. */
export const expectedFor = (entries, name, kind) =>
  entries.find((entry) => entry.kind === kind && entry.names.some((pattern) => matches(pattern, name)));
