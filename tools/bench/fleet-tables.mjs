#!/usr/bin/env node
// Prints how fast and how small `hostspec fleet add` is, from variations of one archive.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { optionsOf } from './options.mjs';
import { keepResults } from './results.mjs';

const usage = `usage: node tools/bench/fleet-tables.mjs [options] ARCHIVE

  --hosts N   that the archive is varied for (default 100)
  --days N    of each host (default 3)
  --write     keep the results in results.json and RESULTS.md

ARCHIVE is a directory that hostspec collect --format directory wrote. Needs a build (npm run build) and tar.`;

const { hosts, days, write, words } = optionsOf(usage, { hosts: 100, days: 3, write: false });
const [source = ''] = words;
if (!existsSync(join(source, 'manifest.json')))
  throw new Error(`ARCHIVE ${JSON.stringify(source)} is not the directory of an archive\n${usage}`);

const entry = new URL('../../packages/fleet/dist/index.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'hostspec-bench-tables-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// What differs between hosts, and what one more line is added to each day.
const ofHost = new Set(['hostname']);
const ofDay = new Set(['date', 'loadavg', 'meminfo', 'uptime', 'vmstat', 'df__alP', 'ps_auxww', 'sysctl']);

/** Writes the archive of a host on a day, and returns its path. */
const archiveOf = (host, day) => {
  const name = `host${host}`;
  const path = join(folder, 'work', name);
  rmSync(join(folder, 'work'), { recursive: true, force: true });
  cpSync(source, path, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  Object.assign(manifest, { target: name, hostname: name });
  manifest.machineId = createHash('md5').update(name).digest('hex');
  manifest.started = Date.UTC(2026, 0, 1 + day, 3);
  manifest.finished = manifest.started + 60_000;
  for (const outcome of manifest.outcomes) {
    const line = ofHost.has(outcome.name) ? name : ofDay.has(outcome.name) ? `${name} day ${day}` : undefined;
    for (const item of line === undefined ? [] : outcome.items) {
      const file = join(path, 'data', item.path);
      const content = Buffer.concat([readFileSync(file), Buffer.from(`${line}\n`)]);
      writeFileSync(file, content);
      item.bytes = content.length;
      item.sha256 = createHash('sha256').update(content).digest('hex');
    }
  }
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
  const packed = join(folder, 'runs', `day${day}`, `${name}.tar.gz`);
  mkdirSync(join(packed, '..'), { recursive: true });
  execFileSync('tar', ['czf', packed, '-C', join(path, '..'), name]);
  return packed;
};

const child = `import(process.argv[1]).then(async ({ runFleet }) => {
  const status = await runFleet(process.argv[2], process.argv[3], process.argv.slice(4), { format: 'json' }, { out: process.stdout, err: process.stderr, cwd: '/' });
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ status, seconds: (userCPUTime + systemCPUTime) / 1e6, bytes: maxRSS * 1024 });
})`;

/** Runs an action of the fleet in a process of its own: the seconds and bytes that it used. */
const fleet = async (...words) => {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'];
  const running = spawn(process.execPath, ['--eval', child, entry, ...words], { stdio });
  let used;
  running.on('message', (message) => (used = message));
  await once(running, 'close');
  if (used?.status !== 0) throw new Error(`fleet ${words.join(' ')} failed`);
  return used;
};

const sizeOf = (path) =>
  readdirSync(join(path, 'data')).reduce((sum, name) => sum + statSync(join(path, 'data', name)).size, 0);

const started = [];
for (let day = 0; day < days; day++)
  for (let host = 0; host < hosts; host++) started.push(archiveOf(host, day));
const paths = Array.from({ length: days }, (_, day) => join(folder, 'runs', `day${day}`));

const own = join(folder, 'fleet');
await fleet('init', own);
const sizes = [];
let [seconds, most, before] = [0, 0, 0];
for (const [day, path] of paths.entries()) {
  const added = await fleet('add', own, path);
  await fleet('compact', own);
  seconds += added.seconds;
  most = Math.max(most, added.bytes);
  const size = sizeOf(own);
  sizes.push((size - before) / hosts / 1000);
  console.log(`day ${day + 1}: ${sizes[day].toFixed(1)} kB a host`);
  before = size;
}
// The least that add can need: each archive unpacked in one piece, and its digest.
const floorBegan = process.cpuUsage();
for (const path of started)
  createHash('sha256')
    .update(gunzipSync(readFileSync(path)))
    .digest();
const { user, system } = process.cpuUsage(floorBegan);
const floor = (user + system) / 1e6;
const packed = started.reduce((sum, path) => sum + statSync(path).size, 0) / started.length;
console.log(
  `${started.length} archives of ${(packed / 1000).toFixed(0)} kB: ${(started.length / seconds).toFixed(1)} a second of processor time, ${(seconds / floor).toFixed(1)} times what unpacking and a digest take`,
);
console.log(`add takes at most ${(most / 1e6).toFixed(0)} MB`);
if (write)
  keepResults({
    fleets: {
      [`${hosts}x${days} of one archive`]: {
        firstDay: sizes[0],
        laterDay: days > 1 ? Math.max(...sizes.slice(1)) : undefined,
        added: started.length / seconds,
        addOfFloor: seconds / floor,
        addMemory: most / 1e6,
      },
    },
  });
