#!/usr/bin/env node
// Compares hostspec with its peers and a minimum (the floor); --write keeps the results.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../workspace/run.mjs';
import { runScenario, scenarios } from './scenarios.mjs';
import { scenarioText } from './text.mjs';

const names = Object.keys(scenarios);
const values = optionsOf({
  help: { type: 'boolean' },
  scenario: { type: 'string', multiple: true, default: names },
  rounds: { type: 'string', default: '7' },
  write: { type: 'boolean' },
});
if (values.help) {
  console.log(`usage: bench [options]

  --scenario NAME  what to measure; repeat it (default: everything)
${names.map((name) => `      ${name.padEnd(7)}${scenarios[name].what}`).join('\n')}
  --rounds N       of each, in turn (default 7; of c, i and fleet at most 3)
  --write          keep the results in RESULTS.md

Needs root, a C compiler, and a build (npm run build). Every run is in a namespace without a network.`);
  process.exit(0);
}
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds >= 1))
  throw new Error(`--rounds is ${values.rounds}; allowed: a whole number of at least 1`);
for (const name of values.scenario)
  if (!names.includes(name)) throw new Error(`--scenario ${name} is unknown; allowed: ${names.join(', ')}`);
if (process.getuid?.() !== 0) throw new Error('bench needs root: it creates namespaces and mounts');

// Node would read these certificates at every start.
delete process.env.NODE_EXTRA_CA_CERTS;

const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()}× ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** Puts the results of a scenario in place of earlier ones, or behind those of the others. */
const keep = (name, text) => {
  const file = new URL('RESULTS.md', import.meta.url);
  const before = readFileSync(file, 'utf8');
  const earlier = new RegExp(`^\`\`\`\\n\\(${name}\\)[^\`]*\`\`\`\\n\\n|(?=^## )`, 'm');
  writeFileSync(
    file,
    before.replace(earlier, () => `\`\`\`\n${text}\n\`\`\`\n\n`),
  );
};

const scratch = mkdtempSync(join(tmpdir(), 'hostspec-bench-'));
try {
  for (const name of values.scenario) {
    const text = `${scenarioText(name, await runScenario(name, { scratch, rounds }))}\n${machine}`;
    console.log(`${text}\n`);
    if (values.write) keep(name, text);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
