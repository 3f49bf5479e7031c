import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../workspace/root.mjs';
import { pageText } from './page-text.mjs';

test('what a chunk is named by does not depend on where the checkout is', async () => {
  const folder = join(root, 'packages/report/src/page');
  const { metafile } = await build({
    stdin: {
      contents: "import style from './page.css?page';\nconsole.log(style);\n",
      resolveDir: folder,
      sourcefile: join(folder, 'style.js'),
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    plugins: [pageText],
  });
  expect(Object.keys(metafile.inputs)).toContain('page-text:packages/report/src/page/page.css');
});
