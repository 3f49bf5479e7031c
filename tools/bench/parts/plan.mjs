import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSpecs } from '../../../packages/default-specs/dist/index.js';
import { createLocalHost, plan } from '../../../packages/engine/dist/index.js';
import { timeInTurn } from './in-turn.mjs';

const root = mkdtempSync(join(tmpdir(), 'hostspec-plan-'));
const names = Object.keys(defaultSpecs.specs);
const half = defaultSpecs.pick(...names.slice(0, names.length / 2));
// A registry remembers what it evaluated, so every plan gets a host and a registry of its own.
await timeInTurn(
  {
    'half of the catalog': () => plan(half, { host: createLocalHost({ root }) }),
    'the catalog': () => plan(defaultSpecs, { host: createLocalHost({ root }) }),
  },
  { rounds: Number(process.argv[3]), unit: 'µs, on an empty root' },
);
rmSync(root, { recursive: true });
