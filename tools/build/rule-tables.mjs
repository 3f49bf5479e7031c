import { build as bundle } from 'esbuild';
import { fromSource, replaceModule } from './carried.mjs';
import { tsconfig } from './projects.mjs';

const module = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;

/** The text of a module of redact's rules, with everything that it imports. */
const bundled = async (entry) => {
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    tsconfig,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [fromSource(['@hostspec/host-kit', '@hostspec/spec'])],
    logLevel: 'warning',
  });
  return outputFiles[0].text;
};

/** The plugin of esbuild that puts data in place of the module with redact's tables. */
export const ruleTables = (name) => ({
  name: 'rule-tables',
  setup(build) {
    if (name !== '@hostspec/redact') return;
    replaceModule(build, name, /\/redact\/src\/rules\/tables\.ts$/, async (path) => {
      const data = path.replace(/tables\.ts$/, 'table-data.ts');
      const [tables, { tableData }] = await Promise.all(
        [path, data].map(async (each) => await import(module(await bundled(each)))),
      );
      return [
        "import { tablesOf } from './table-data.js';",
        `export const { allRules, secretColumns, keywordProbes } = tablesOf(${JSON.stringify(tableData(tables))});`,
      ].join('\n');
    });
  },
});
