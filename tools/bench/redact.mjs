#!/usr/bin/env node
// Prints the speed at which secrets are masked; --write keeps it in the README of packages/redact.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRedaction } from '../../packages/redact/dist/index.js';
import { corpora } from './redact-corpora.mjs';

const usage = `usage: node tools/bench/redact.mjs [options]

  --rounds N  of each corpus, in turn (default 9)
  --write     keep the result in packages/redact/README.md

Prints MB of input for each second of CPU time, output included. Needs a build (npm run build).`;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds is ${options.rounds}; allowed: a whole number of at least 1`);

const piece = 64 * 1024;

/** Masks a corpus in pieces, as they come from a file, and copies what comes out. */
const mask = (redaction, bytes, output) => {
  const { push, end } = redaction.content();
  let length = 0;
  const keep = (part) => {
    output.set(part, length);
    length += part.length;
  };
  for (let at = 0; at < bytes.length; at += piece) keep(push(bytes.subarray(at, at + piece)));
  keep(end());
};

const speeds = Object.fromEntries(Object.keys(corpora).map((name) => [name, []]));
const redaction = createRedaction();
const output = Buffer.alloc(2 * Math.max(...Object.values(corpora).map(({ length }) => length)));
// The first round warms up.
for (let round = 0; round <= rounds; round++)
  for (const [name, bytes] of Object.entries(corpora)) {
    const start = process.cpuUsage();
    mask(redaction, bytes, output);
    const { user, system } = process.cpuUsage(start);
    if (round > 0) speeds[name].push(bytes.length / (user + system));
  }

const sorted = (values) => values.toSorted((a, b) => a - b);
const rows = Object.entries(speeds).map(([name, values]) => [
  name,
  Math.round(sorted(values)[Math.floor(values.length / 2)]),
  Math.round(Math.max(...values)),
]);
for (const [name, median, best] of rows) console.log(`${name}: ${median} MB/s, at best ${best} MB/s`);

if (options.write) {
  const readme = fileURLToPath(new URL('../../packages/redact/README.md', import.meta.url));
  const table = [
    '| Corpus | MB/s, median | MB/s, at best |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on one core of ${cpus()[0]?.model.trim()}, ${rounds} rounds.`,
  ].join('\n');
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(
      /(<!-- speed: begin -->\n)[\s\S]*(<!-- speed: end -->)/,
      (_, begin, end) => `${begin}${table}\n${end}`,
    ),
  );
}
