import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const folderOf = (name) => join(packages, name.replace('@hostspec/', ''));

/** The packages that a catalog is composed of, with all that they need. */
const partsOf = (name) => {
  const found = new Set();
  const add = (each) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folderOf(each), 'package.json'), 'utf8'));
    for (const needed of Object.keys(dependencies)) {
      if (!found.has(needed)) add(needed);
      found.add(needed);
    }
  };
  add(name);
  return [...found].sort();
};

const composed = ['@hostspec/default-specs', '@hostspec/linux-specs'];

/**
 * What a package carries in its own bundle: each package to find and link costs a start up to a hundredth of its time. The catalogs
 * carry their domains, every start loads the facts, and `--version` the runner.
 */
export const carried = {
  ...Object.fromEntries(composed.map((name) => [name, partsOf(name)])),
  '@hostspec/facts': ['@hostspec/host-kit', '@hostspec/parse'],
  '@hostspec/runner': ['@hostspec/host-kit', '@hostspec/spec'],
};

/** The packages that carry this one. */
export const carriersOf = (name) => Object.keys(carried).filter((each) => carried[each].includes(name));

/** The plugin of esbuild that takes packages of the workspace from their source, so that unused modules stay out. */
export const fromSource = (names) => ({
  name: 'from-source',
  setup(build) {
    for (const each of names)
      build.onResolve({ filter: new RegExp(`^${each}$`) }, () => ({
        path: join(folderOf(each), 'src/index.ts'),
        sideEffects: false,
      }));
  },
});

/**
 * Lets an esbuild plugin load a module of a package from other text. The build fails if the package has no such module: it would only become
 * slower.
 */
export const replaceModule = ({ onEnd, onLoad }, name, filter, contentsOf) => {
  let isReplaced = false;
  onLoad({ filter }, async ({ path }) => {
    isReplaced = true;
    return { contents: await contentsOf(path) };
  });
  onEnd(() => {
    if (!isReplaced) throw new Error(`${name} has no module ${filter}, which the build replaces`);
  });
};

/**
 * The plugin of esbuild for a catalog that carries its domains: they are not checked at each start, because tests check them. The
 * catalog itself is made by the installed vocabulary, so that changes to it are checked.
 */
export const checkedInTests = (name) => ({
  name: 'checked-in-tests',
  setup(build) {
    if (!composed.includes(name)) return;
    build.onResolve({ filter: /^@hostspec\/spec$/ }, ({ path, importer }) =>
      importer.startsWith(join(folderOf(name), 'src')) ? { path, external: true } : undefined,
    );
    const none = 'export const checkSpecs = () => {}, checkReferences = () => {};';
    replaceModule(build, name, /\/spec\/src\/catalog\/checks\.ts$/, () => none);
  },
});
