import { createRunnerHost, findRunner, startRunner } from '../../../packages/runner/dist/index.js';
import { timeInTurn } from './in-turn.mjs';

const [stub, rounds] = process.argv.slice(2);
const runner = findRunner();
if (typeof runner === 'string') throw new Error(runner);
const host = await createRunnerHost(startRunner(runner.program, runner.sha256), { jobs: 1 });
const count = 200;
const MB = 1e6;
let number = 0;
let held;

const run = async () => {
  for (let left = count; left > 0; left--) await host.run([stub, String(number++)]);
};

// Filled, so that the memory is there.
const prepare = (name) => {
  held = undefined;
  globalThis.gc?.();
  const more = Number.parseInt(name, 10) * MB - process.memoryUsage().rss;
  if (more > 0) held = Buffer.alloc(more, 1);
};

await timeInTurn(
  { '50 MB': run, '500 MB': run },
  { rounds: Number(rounds), unit: 'µs for a program, by memory of the head', per: count, prepare },
);
await host.stop(`measured with ${held?.length ?? 0} bytes`);
