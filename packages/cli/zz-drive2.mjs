import fs0 from "node:fs"; if(process.argv[4]) console.log("boot", fs0.readFileSync("/proc/self/smaps_rollup","utf8").match(/Anonymous: +(\d+)/)[1]);
import { directorySink } from '@hostspec/archive';
import { defaultSpecs } from '@hostspec/default-specs';
import { collect, createLiveHost, plan } from '@hostspec/engine';

const an=(n)=>{ if(process.argv[4]) console.log(n, fs0.readFileSync("/proc/self/smaps_rollup","utf8").match(/Anonymous: +(\d+)/)[1], Math.round(process.memoryUsage().heapUsed/1024), Math.round(process.memoryUsage().heapTotal/1024), Math.round(process.memoryUsage().external/1024));};an("loaded");const t0 = performance.now();
const host = createLiveHost({ jobs: Number(process.argv[3] ?? 4) });
const p = await plan(defaultSpecs, { host });
an("planned");const t1 = performance.now();
const sink = directorySink({ path: process.argv[2] });
const gen = collect(p, { sink });
const counts = {};
let r;
for (r = await gen.next(); !r.done; r = await gen.next())
  counts[r.value.status] = (counts[r.value.status] ?? 0) + 1;
an("collected");const t2 = performance.now();
await sink.finish(r.value);
if (process.argv[4])
  console.log(counts, 'load', t0, 'plan', t1 - t0, 'collect', t2 - t1, 'finish', performance.now() - t2);
process.exit(0);
