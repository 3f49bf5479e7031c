#!/usr/bin/env node
// Compares hostspec with its peers and a minimum (the floor), and measures its parts; --write saves the results.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micro, microNames } from './micro.mjs';
import { optionsOf } from './options.mjs';
import { keepResults, readResults } from './results.mjs';
import { runScenario, scenarioNames } from './scenarios.mjs';
import { microText, scenarioText, targetText } from './text.mjs';

const usage = `usage: bench [options]

  --scenario ${scenarioNames.join('|')}   whole runs, in turn; repeat it
      a    this host
      b    a stub for every program of the catalog, a file for every path
      c10  b with 10 MB of logs
      c    b with 2 GB of logs
      d    b with ten times the files of the patterns
      i    this host with 1,000 Ethernet interfaces: only ethtool
  --micro ${microNames.join('|')}   parts; repeat it
Without these two: everything.

  --rounds N   of each, in turn (default 7; of c, c10, i and fleet at most 3)
  --jobs N     commands at once, of hostspec and the floor (default 4)
  --write      keep the results in results.json and RESULTS.md

Needs root, a C compiler, and a build (npm run build). Every run is in a namespace without a network.`;

const options = optionsOf(usage, { scenario: [], micro: [], rounds: 7, jobs: 4, write: false });
const { rounds, jobs } = options;
const known = (name, given, allowed) => {
  for (const value of given)
    if (!allowed.includes(value))
      throw new Error(`--${name} ${value} is unknown; allowed: ${allowed.join(', ')}`);
  return given;
};
const everything = options.scenario.length + options.micro.length === 0;
const scenarios = everything ? scenarioNames : known('scenario', options.scenario, scenarioNames);
const parts = everything ? microNames : known('micro', options.micro, microNames);
if (process.getuid?.() !== 0) throw new Error('bench needs root: it creates namespaces and mounts');

// Node would read these certificates at every start.
delete process.env.NODE_EXTRA_CA_CERTS;

const results = { scenarios: {}, micro: {}, fleets: {} };
const say = (text) => console.log(`${text}\n`);
const scratch = mkdtempSync(join(tmpdir(), 'hostspec-bench-'));
try {
  for (const name of scenarios) {
    results.scenarios[name] = await runScenario(name, { scratch, rounds, jobs });
    say(scenarioText(name, results.scenarios[name]));
  }
  for (const name of parts) {
    results.micro[name] = await micro(name, { scratch, rounds });
    say(microText(name, results.micro[name]));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const all = options.write ? keepResults(results) : { ...readResults(), ...results };
say(targetText(all));
