// Runs a sink of the built package in a process of its own, to be killed or to meet a full disk.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { archiveSink } from '../../dist/index.js';

const {
  format,
  path,
  specs,
  kill,
  bytes = 1000,
  compressible = true,
  commands = false,
  descriptors = false,
} = JSON.parse(process.argv[2] ?? '');
const sink = archiveSink(format, { path });

const start = {
  domains: [{ name: 'kernel', version: '1.2.3' }],
  brand: { vendor: 'redhat', client: 'insights' },
  specs: Array.from({ length: specs }, (_, index) => ({
    name: `s${index}`,
    domain: 'kernel',
    type: 'simple_file',
  })),
  hostname: 'host.example',
  root: '/',
  started: 1_700_000_000_000,
};

const keep = async (name) => {
  const index = Number(name.slice(1));
  const source =
    commands || index % 3 === 1
      ? { kind: 'command', argv: ['/bin/echo', name] }
      : { kind: 'file', path: `/etc/${name}` };
  const size = index % 7 === 3 ? bytes * 10 : bytes;
  const file = await sink.open({ spec: name, source });
  const content = compressible
    ? Buffer.alloc(size, `${name} `)
    : createHash('shake256', { outputLength: size }).update(name).digest();
  try {
    await file.write(content);
  } catch (error) {
    sink.discard(file);
    throw error;
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  const item = { path: file.path, source, bytes: size, sha256, duration: 0 };
  await sink.keep(file, item);
  return item;
};

/** Uses up the descriptors for a while; whether the sink waits until it can write. */
const useUpDescriptors = async () => {
  const held = [];
  try {
    for (;;) held.push(openSync('/dev/null'));
  } catch (error) {
    if (error.code !== 'EMFILE') throw error;
  }
  setTimeout(() => {
    for (const fd of held) closeSync(fd);
  }, 100);
  const opening = sink.open({ spec: 's', source: { kind: 'command', argv: ['x'] } });
  const item = await opening;
  const writing = item.write(Buffer.alloc(100_000));
  await writing;
  await sink.discard(item);
  return opening instanceof Promise || writing instanceof Promise;
};

const kept = [];
let waited;
let interrupted;
try {
  sink.begin(start);
  for (const { name, domain, type } of start.specs) {
    if (name === kill) {
      await keep(name);
      sink.open({ spec: name, source: { kind: 'file', path: '/half' } });
      process.kill(process.pid, 'SIGKILL');
    }
    const items = [await keep(name)];
    await sink.write({ name, domain, type, status: 'collected', items, misses: [], started: 0, duration: 0 });
    kept.push(name);
    if (descriptors && name === 's9') {
      waited = await useUpDescriptors();
    }
  }
} catch (error) {
  interrupted = { code: error.code, message: error.message };
}

const end = {
  order: start.specs.map(({ name }) => name),
  finished: 1_700_000_001_000,
  notEntered: [],
  notes: [],
  ...(interrupted && { interrupted: interrupted.message }),
};
const answer = { interrupted, kept, waited };
try {
  answer.where = await sink.finish({ ...start, ...end });
} catch (error) {
  answer.failure = { code: error.code, message: error.message };
}
await sink.close();
answer.free = statfsSync(dirname(path)).bfree;
answer.left = readdirSync(dirname(path));
console.log(JSON.stringify(answer));
