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

const statements = /^(?:import|export)(?:\s+type)?\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** The names of the other packages that the sources of a package import, tests left out. */
export const importedBy = (each) =>
  new Set(
    sourcesOf(each)
      .filter(({ isTest }) => !isTest)
      .flatMap(({ text }) => [...text.matchAll(statements)])
      .map(([, early, late]) => packageOf(early ?? late))
      .filter((name) => name !== undefined && name !== each.manifest.name),
  );

/** The package that an import names; undefined for a file of its own, and for a module of Node. */
const packageOf = (specifier) => /^(?:@[^/]+\/)?[^./:@][^/:]*(?=\/|$)/.exec(specifier)?.[0];
