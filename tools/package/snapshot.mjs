import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { pageText } from '../build/page-text.mjs';
import { tsconfig } from '../build/projects.mjs';
import { root } from '../workspace/root.mjs';

const cli = join(root, 'packages/cli');

/** What the command loads by path elsewhere, and the snapshot has. */
const included = ['@hostspec/default-specs', '@hostspec/linux-specs', '@hostspec/runner'];

/** What the snapshot has evaluated: what a collection loads. It has the text of the rest of the command. */
const evaluated = [
  './src/collect/command.ts',
  './src/collect/collect-host.ts',
  '@hostspec/archive',
  '@hostspec/engine',
  '@hostspec/redact',
];

const linesOf = (items, line) => items.map(line).join('\n');

const entry = `import { startupSnapshot } from 'node:v8';
${linesOf(evaluated, (name, at) => `import * as module${at} from '${name}';`)}
// A module that nobody uses would be left out.
startupSnapshot.setDeserializeMainFunction(() => require('./bin/start.cjs'), [${evaluated.map((_, at) => `module${at}`)}]);
// Node sets them again at each start. Without them, equal commits make equal snapshots.
for (const [name, value] of [['pid', 1], ['execPath', ''], ['argv', []], ['argv0', '']])
  Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
`;

// Code of a snapshot cannot import what is not in it; a file beside it can.
const importFile = "'use strict';\nmodule.exports = (url) => import(url);\n";

const loadModule = `import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
${linesOf(included, (name, at) => `import * as module${at} from '${name}';`)}
const included = new Map([${linesOf(included, (name, at) => `['${name}/dist/index.js', module${at}],`)}]);
export const loadModule = async (path) => {
  const library = join(process.execPath, '../..');
  const modules = join(library, 'node_modules/');
  const own = path.startsWith(modules) ? included.get(path.slice(modules.length)) : undefined;
  return own ?? createRequire(modules)('../import.cjs')(pathToFileURL(path).href);
};
`;

// In a snapshot, modules have no place of their own.
const banner = `const importMetaUrl = (name) =>
  require('node:url').pathToFileURL(require('node:path').join(process.execPath, '../../node_modules/@hostspec', name)).href;`;

const snapshotOf = {
  name: 'snapshot',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/dist\/bin\.js$/ }, () => ({ path: join(cli, 'src/bin.ts') }));
    onLoad({ filter: /\/cli\/src\/load-module\.ts$/ }, () => ({ contents: loadModule, resolveDir: cli }));
    onLoad({ filter: /\/(cli\/src\/installation\.ts|runner\/dist\/index\.js)$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `importMetaUrl('${/(cli|runner)\/(src|dist)/.exec(path)[1]}/dist/index.js')`,
      ),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

/**
 * Makes the start-up snapshot of the command in an empty folder: `hostspec.blob` and `import.cjs`. A Node that starts from it has the code of a
 * collection, and the catalogs, in memory. `node` is the program that will use it, and must run on this machine.
 */
export const makeSnapshot = async (folder, node) => {
  // The length of paths changes bytes that V8 leaves unset, so it is the same for each builder, whatever TMPDIR is.
  const place = mkdtempSync('/tmp/hostspec-snapshot-');
  try {
    cpSync(node, join(place, 'node'));
    await writeSnapshot(place);
    copySnapshot(place, folder);
  } finally {
    rmSync(place, { recursive: true });
  }
};

/** Makes the snapshot in a folder, with the Node that is there. */
const writeSnapshot = async (folder) => {
  await build({
    stdin: { contents: entry, resolveDir: cli },
    outfile: join(folder, 'hostspec.cjs'),
    tsconfig,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: banner },
    nodePaths: [join(cli, 'node_modules')],
    plugins: [pageText, snapshotOf],
  });
  // Compiled code would bind it to a kind of processor, and the path of this folder is another in each build.
  writeFileSync(
    join(folder, 'config.json'),
    '{"builder":"/proc/self/cwd/hostspec.cjs","withoutCodeCache":true}',
  );
  writeFileSync(join(folder, 'import.cjs'), importFile);
  const equalBytes = ['--random-seed=1', '--hash-seed=1', '--predictable', '--single-threaded'];
  const options = { cwd: folder, env: { TZ: 'UTC' }, extendEnv: false };
  await execa(
    options,
  )`./node --no-warnings ${equalBytes} --snapshot-blob hostspec.blob --build-snapshot-config config.json`;
};

/** Copies a snapshot into the directory above `bin/node`. */
export const copySnapshot = (folder, library) => {
  for (const name of ['hostspec.blob', 'import.cjs']) cpSync(join(folder, name), join(library, name));
};
