import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../workspace/root.mjs';
import { setupIfNeeded } from '../workspace/setup.mjs';
import { changedFiles } from './files.mjs';

if ((await setupIfNeeded({ stdio: ['ignore', 2, 2] })) !== 0) process.exit(1);

for (const [file, text] of await changedFiles()) {
  writeFileSync(file, text);
  console.log(`wrote: ${relative(root, file)}`);
}
