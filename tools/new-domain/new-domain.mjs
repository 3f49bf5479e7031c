import { root } from '../bootstrap/root.mjs';
import { run } from '../bootstrap/run.mjs';
import { setupAnd } from '../bootstrap/setup.mjs';
import { writeDomain } from './write.mjs';

const [name] = process.argv.slice(2);
try {
  for (const path of writeDomain(name, root)) console.log(`wrote: ${path}`);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
process.exitCode = (await setupAnd([])) || (await run(process.execPath, ['tools/docs/generate.mjs']));
if (!process.exitCode)
  console.log(
    `Replace its spec in packages/${name}/src/specs.ts, then: npm test -- --filter=@hostspec/${name}`,
  );
