import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/**
 * The differences that expected.json explains: `specs` and `parsers`, each a list of `{ names, kind, reason, ignoring }`.
 * `ignoring` is a regular expression for the text that may differ. `published` are the names of the specification.
 */
export const readExpected = () => {
  const { specs, parsers } = read('expected.json');
  const published = Object.keys(read('../../packages/default-specs/fixtures/catalog.json'));
  return { specs: checked(specs), parsers: checked(parsers), published: new Set(published) };
};

const checked = (entries) => {
  for (const entry of entries)
    if (
      !Array.isArray(entry.names) ||
      !entry.kind ||
      !entry.reason ||
      (entry.kind === 'differs') !== 'ignoring' in entry
    )
      throw new Error(
        `expected.json: ${JSON.stringify(entry)} needs names, kind and reason, and also ignoring if kind is differs`,
      );
  return entries.map(({ ignoring, ...entry }) => ({
    ...entry,
    ...(ignoring && { ignoring: new RegExp(ignoring, 'g') }),
  }));
};

/** The entry that expects this kind of difference under this name, `texts` being the two that differ; undefined if there is none. */
export const expectedFor = (entries, name, kind, texts) =>
  entries.find((entry) => entry.kind === kind && entry.names.includes(name) && isIgnored(entry, texts));

const isIgnored = ({ ignoring }, texts) => {
  if (!ignoring) return true;
  const [there, here] = texts.map((text) => text.replace(ignoring, ''));
  return there === here;
};
