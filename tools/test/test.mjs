import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { root } from '../workspace/root.mjs';
import { setupAnd } from '../workspace/setup.mjs';
import { clearReports, closingLines, total } from './reports.mjs';
import { withoutTasks } from './without.mjs';

/** Tests use what the host has installed, so a result that turbo keeps is good for this host only. */
const hostKey = () => {
  const hash = createHash('sha256').update(`${release()} ${process.version} ${process.getuid?.()}`);
  try {
    hash.update(readFileSync('/var/lib/dpkg/status'));
  } catch {
    // Not a Debian host.
  }
  // Go is often installed beside the packages of the host.
  hash.update(spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout ?? '');
  return hash.digest('hex');
};

const tasks = [
  'lint',
  'types',
  'test',
  'test:kit',
  'test:peer',
  'test:runner',
  'test:tools',
  'test:publish',
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
