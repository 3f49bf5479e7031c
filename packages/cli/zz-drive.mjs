import { directorySink } from '@hostspec/archive';
import { defaultSpecs } from '@hostspec/default-specs';
import { collect, createLiveHost, plan } from '@hostspec/engine';

const t0 = performance.now();
const host = createLiveHost({ jobs: Number(process.argv[3] ?? 4) });
const p = await plan(defaultSpecs, { host });
const t1 = performance.now();
const sink = directorySink({ path: process.argv[2] });
const gen = collect(p, { sink });
const counts = {};
let r;
for (r = await gen.next(); !r.done; r = await gen.next())
  counts[r.value.status] = (counts[r.value.status] ?? 0) + 1;
const t2 = performance.now();
await sink.finish(r.value);
if (process.argv[4])
  console.log(counts, 'load', t0, 'plan', t1 - t0, 'collect', t2 - t1, 'finish', performance.now() - t2);
process.exit(0);
