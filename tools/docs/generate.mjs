import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../workspace/root.mjs';
import { setupIfNeeded } from '../workspace/setup.mjs';
import { generatedFiles } from './files.mjs';

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

const check = process.argv.includes('--check');
if (!check && (await setupIfNeeded({ stdio: ['ignore', 2, 2] })) !== 0) process.exit(1);

const drifted = [...(await generatedFiles())].filter(([file, text]) => read(file) !== text);
for (const [file, text] of drifted) {
  if (!check) writeFileSync(file, text);
  console.log(`${check ? 'is out of date' : 'wrote'}: ${relative(root, file)}`);
}
if (check && drifted.length > 0) {
  console.log('run npm run docs, and commit the changes');
  process.exitCode = 1;
}
