import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { createLocalHost } from '../../../packages/engine/dist/index.js';
import { timeInTurn } from './in-turn.mjs';

const root = mkdtempSync(join(tmpdir(), 'hostspec-glob-'));
for (let directory = 0; directory < 20; directory++) {
  mkdirSync(join(root, `d${directory}`));
  for (let file = 0; file < 250; file++) writeFileSync(join(root, `d${directory}/f${file}.conf`), '');
}
const patterns = Array.from({ length: 10 }, (_, digit) => `${root}/*/f*${digit}.conf`);
const [first] = patterns;
await timeInTurn(
  {
    'fast-glob, one pattern': () => fastGlob.sync(first),
    'host.glob, one pattern': () => createLocalHost().glob([first]),
    'fast-glob, ten patterns': () => patterns.map((pattern) => fastGlob.sync(pattern)),
    'host.glob, ten patterns': () => createLocalHost().glob(patterns),
  },
  { rounds: Number(process.argv[3]), unit: 'µs, 5000 files in 20 directories' },
);
rmSync(root, { recursive: true });
