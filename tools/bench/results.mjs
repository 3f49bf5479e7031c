import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { microText, scenarioText, targetText } from './text.mjs';

const json = fileURLToPath(new URL('results.json', import.meta.url));
const markdown = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/** The saved results; empty if there are none. */
export const readResults = () =>
  existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { scenarios: {}, micro: {}, fleets: {} };

/** What this machine is, in words. */
const machine = () =>
  `Node ${process.version}, ${availableParallelism()}× ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** Saves results in results.json and RESULTS.md, each with its machine, keeping earlier ones that have no new value; returns all. */
export const keepResults = (results) => {
  const before = readResults();
  const here = machine();
  const all = Object.fromEntries(
    Object.entries(before).map(([kind, kept]) => {
      const measured = Object.entries(results[kind] ?? {});
      return [
        kind,
        {
          ...kept,
          ...Object.fromEntries(measured.map(([name, result]) => [name, { ...result, machine: here }])),
        },
      ];
    }),
  );
  writeFileSync(json, jsonOf(all));
  writeFileSync(markdown, markdownOf(all));
  return all;
};

/** A line for each result: RESULTS.md is for people. */
const jsonOf = (all) => {
  const block = (entries, text) =>
    `{\n${Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${text(value)}`)
      .join(',\n')}\n}`;
  return `${block(all, (results) => block(results, JSON.stringify))}\n`;
};

/** The machines of all results, each with what was measured on it. */
const machinesOf = ({ scenarios, micro, fleets }) => {
  const named = [
    ...Object.entries(scenarios).map(([name, result]) => [`(${name})`, result]),
    ...Object.entries(micro),
    ...Object.entries(fleets).map(([name, result]) => [`fleet ${name}`, result]),
  ];
  const machines = [...new Set(named.map(([, result]) => result.machine))];
  return machines.map(
    (each) =>
      `- ${each}: ${named.flatMap(([name, result]) => (result.machine === each ? [name] : [])).join(', ')}`,
  );
};

const markdownOf = (all) => {
  const block = (text) => `\`\`\`\n${text}\n\`\`\`\n`;
  return `# Results

Written by \`npm run bench -- --write\`. Medians of runs in turn; ratios are of runs of the same round, with the quarters around the median. The peak is
for the collector's own process only. Measured on

${machinesOf(all).join('\n')}

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
