#!/usr/bin/env node
// Prints the speed at which secrets are masked; --write keeps it in the README of packages/redact.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createRedaction } from '../../packages/redact/dist/index.js';
import { replaceGenerated, table } from '../docs/sections.mjs';
import { optionsOf } from './options.mjs';
import { corpora } from './redact-corpora.mjs';
import { median } from './statistics.mjs';

const usage = `usage: node tools/bench/redact.mjs [options]

  --rounds N  of each corpus, in turn (default 9)
  --write     keep the result in packages/redact/README.md

Prints MB of input for each second of CPU time, output included. Needs a build (npm run build).`;

const { rounds, write } = optionsOf(usage, { rounds: 9, write: false });

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

const rows = Object.entries(speeds).map(([name, values]) => [
  name,
  Math.round(median(values)),
  Math.round(Math.max(...values)),
]);
for (const [name, usual, best] of rows) console.log(`${name}: ${usual} MB/s, at best ${best} MB/s`);

if (write) {
  const readme = fileURLToPath(new URL('../../packages/redact/README.md', import.meta.url));
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on one core of ${cpus()[0]?.model.trim()}, ${rounds} rounds.`;
  const speed = `${table(['Corpus', 'MB/s, median', 'MB/s, at best'], rows)}\n\n${measured}`;
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, replaceGenerated(readme, text, speed, 'tools/bench/redact.mjs'));
}
