// Prints the speed at which secrets are masked, in MB of input a second of CPU time, output included: `node redact.mjs [ROUNDS]`.
import { createRedaction } from '../../../packages/redact/dist/index.js';
import { corpora } from './redact-corpora.mjs';

const rounds = Number(process.argv[2] ?? 7);
const piece = 64 * 1024;

/** Masks a corpus in pieces, as they come from a file; returns the number of bytes that came out. */
const mask = (redaction, bytes) => {
  const { push, end } = redaction.content();
  let length = 0;
  for (let at = 0; at < bytes.length; at += piece) length += push(bytes.subarray(at, at + piece)).length;
  return length + end().length;
};

const speeds = Object.fromEntries(Object.keys(corpora).map((name) => [name, []]));
const redaction = createRedaction();
// The first round warms up.
for (let round = 0; round <= rounds; round++)
  for (const [name, bytes] of Object.entries(corpora)) {
    const start = process.cpuUsage();
    mask(redaction, bytes);
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (round > 0) speeds[name].push(bytes.length / 1e6 / seconds);
  }
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, values] of Object.entries(speeds))
  console.log(`${name}: median ${Math.round(middle(values))} MB/s, best ${Math.round(Math.max(...values))} MB/s`);
