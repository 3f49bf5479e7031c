import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';

/** The TypeScript sources of a package: `{ file, text, isTest }`, files relative to the package. */
export const sourcesOf = ({ path }) =>
  glob
    .sync('src/**/*.ts', { cwd: path })
    .sort()
    .map((file) => ({
      file,
      text: readFileSync(join(path, file), 'utf8'),
      // A folder `testing` holds what only the tests of the package use.
      isTest: /\.(test|test-d)\.ts$/.test(file) || /\/testing\//.test(file),
    }));

const statements = /^(import|export)(\s+type)?\s(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** What a source imports or exports from: `{ specifier, isStatic, isType }`. */
export const importsOf = (text) => [
  ...[...text.matchAll(statements)].map(([, , type, specifier]) => ({
    specifier,
    isStatic: true,
    isType: type !== undefined,
  })),
  ...[...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) => ({
    specifier,
    isStatic: false,
    isType: false,
  })),
];

/** The package that an import names; undefined for a file of its own. */
export const packageOf = (specifier) => {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};
