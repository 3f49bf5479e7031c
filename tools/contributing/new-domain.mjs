import { root } from '../workspace/root.mjs';
import { run } from '../workspace/run.mjs';
import { setupAnd } from '../workspace/setup.mjs';
import { writeDomain } from './write.mjs';

const [name] = process.argv.slice(2);
try {
  for (const path of writeDomain(name, root)) console.log(`wrote: ${path}`);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
// In CI, pnpm would refuse to write the new package into the lock file.
process.exitCode =
  (await setupAnd([], { env: { npm_config_frozen_lockfile: 'false' } })) ||
  (await run(process.execPath, ['tools/docs/generate.mjs']));
if (!process.exitCode)
  console.log(
    `Replace its spec in packages/${name}/src/specs.ts, then: npm test -- --filter=@hostspec/${name}`,
  );
