import { readFileSync } from 'node:fs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { setupAnd } from '../workspace/setup.mjs';
import { chosenTasks } from './chosen.mjs';
import { hostKey } from './host-key.mjs';
import { clearReports, closingLines, hasReports, total } from './reports.mjs';
import { isSmall } from './small.mjs';

const tasks = [
  'lint',
  'types',
  'test',
  'test:kit',
  'test:peer',
  'test:runner',
  'test:tools',
  'test:publish',
  'test:package',
  'test:contributing',
  'test:assurance',
];

const { wanted, flags, unknown } = chosenTasks(tasks, process.argv.slice(2));
if (unknown.length > 0) {
  console.error(`${unknown[0]} is not a task; allowed: ${tasks.join(', ')}`);
  process.exit(2);
}

const isWhole = flags.length === 0;
let folders = packagesOf();
// Where nothing was tested yet, one process runs the tests of all small packages.
if (isWhole && wanted.includes('test') && !hasReports(root)) {
  wanted.push('test:small');
  folders = folders.filter((each) => !isSmall(each));
}
// Packages without a test to run again need not start Vitest.
const { HOSTSPEC_TEST_AGAIN: again } = process.env;
if (again) {
  const files = Object.keys(JSON.parse(readFileSync(again, 'utf8')));
  folders = folders.filter(({ folder }) => files.some((file) => file.startsWith(`packages/${folder}/`)));
}
if (isWhole) flags.push('--filter=//', ...folders.map(({ folder }) => `--filter=./packages/${folder}`));

// What turbo keeps of some packages does not depend on the others.
const anew = isWhole ? [] : ['--force'];

clearReports(root);
const status = await setupAnd([...wanted, '--continue=dependencies-successful', ...anew], {
  flags,
  env: { HOSTSPEC_TEST_HOST: hostKey() },
});
process.exitCode = status || (total(root).failed > 0 ? 1 : 0);
for (const line of closingLines(root, process.exitCode)) console.log(line);
