import { root } from '../workspace/root.mjs';
import { setupAnd } from '../workspace/setup.mjs';
import { hostKey } from './host-key.mjs';
import { clearReports, closingLines, total } from './reports.mjs';
import { withoutTasks } from './without.mjs';

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

const { wanted, flags, unknown } = withoutTasks(tasks, process.argv.slice(2));
if (unknown.length > 0) {
  console.error(`--without ${unknown[0]} is not a task; allowed: ${tasks.join(', ')}`);
  process.exit(2);
}

clearReports(root);
const status = await setupAnd([...wanted, '--continue=dependencies-successful'], {
  flags,
  env: { HOSTSPEC_TEST_HOST: hostKey() },
});
process.exitCode = status || (total(root).failed > 0 ? 1 : 0);
for (const line of closingLines(root, process.exitCode)) console.log(line);
