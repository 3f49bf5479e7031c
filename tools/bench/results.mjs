import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { microText, scenarioText, targetText } from './text.mjs';

const json = fileURLToPath(new URL('results.json', import.meta.url));
const markdown = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/** The saved results; empty if there are none. */
export const readResults = () =>
  existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { scenarios: {}, micro: {}, fleets: {} };

/** Saves results in results.json and RESULTS.md, keeping earlier ones that have no new value; returns all. */
export const keepResults = ({ scenarios, micro, fleets }) => {
  const before = readResults();
  const all = {
    machine: {
      node: process.version,
      processors: `${availableParallelism()}× ${cpus()[0]?.model.trim()}`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    },
    scenarios: { ...before.scenarios, ...scenarios },
    micro: { ...before.micro, ...micro },
    fleets: { ...before.fleets, ...fleets },
  };
  writeFileSync(json, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(markdown, markdownOf(all));
  return all;
};

const markdownOf = (all) => {
  const { node, processors, memory } = all.machine;
  const block = (text) => `\`\`\`\n${text}\n\`\`\`\n`;
  return `# Results

Written by \`npm run bench -- --write\` on Node ${node}, ${processors}, ${memory}. Medians of runs in turn; ratios are of runs
of the same round, with the quarters around the median. The peak is for the collector's own process only.

## Targets

${block(targetText(all))}
## Whole runs

${Object.entries(all.scenarios)
  .map(([name, result]) => block(scenarioText(name, result)))
  .join('\n')}
## Parts

${Object.entries(all.micro)
  .map(([name, result]) => block(microText(name, result)))
  .join('\n')}`;
};
