import { dirname, join, relative, resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import { root } from '../workspace/root.mjs';
import { fromSource } from './carried.mjs';
import { tsconfig } from './projects.mjs';

/** How an import asks for the text of a page: `./main.js?page` is a bundled script, `./page.css?page` a style. */
const asked = /\?page$/;

const fileOf = (specifier, importer) =>
  resolve(dirname(importer), specifier.replace(asked, '').replace(/\.js$/, '.ts'));

/** The text of a script with everything that it imports, or of a style, for browsers. */
const textOf = async (file) => {
  const { outputFiles } = await bundle({
    entryPoints: [file],
    tsconfig,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    legalComments: 'none',
    charset: 'ascii',
    write: false,
    // A script may ask for the text of another one, such as that of its worker.
    plugins: [pageText, fromSource(['@hostspec/host-kit'])],
    logLevel: 'warning',
  });
  return outputFiles[0].text.trim();
};

const moduleOf = async (file) => `export default ${JSON.stringify(await textOf(file))};`;

/** The plugin of esbuild for such imports. */
export const pageText = {
  name: 'page-text',
  setup(build) {
    // The names of chunks depend on this path, and must not depend on where the checkout is.
    build.onResolve({ filter: asked }, ({ path, importer }) => ({
      path: relative(root, fileOf(path, importer)),
      namespace: 'page-text',
    }));
    build.onLoad({ filter: /.*/, namespace: 'page-text' }, async ({ path }) => ({
      contents: await moduleOf(join(root, path)),
    }));
  },
};

const prefix = '\0page-text:';
// Vite takes a module for a style if its name ends in .css.
const suffix = '.js';

/** The plugin of vite for such imports, so that tests run from source. */
export const pageTextOfTests = {
  name: 'page-text',
  enforce: 'pre',
  resolveId: (specifier, importer) =>
    importer && asked.test(specifier) ? prefix + fileOf(specifier, importer) + suffix : undefined,
  load: (id) => (id.startsWith(prefix) ? moduleOf(id.slice(prefix.length, -suffix.length)) : undefined),
};
