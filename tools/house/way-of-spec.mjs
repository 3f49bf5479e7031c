// Collects one spec with the built packages into an archive of a format, and prints the source files that pass on its data, as JSON:
//   node tools/house/way-of-spec.mjs directory
//
// A file counts if one of its functions is running, or waits for one that is, when the spec is made, when its path is read for the plan, and
// when the system gets its path, its name or its content, or gives its content. So each file counts that hands these on to another.
// What only returns a value, before it is used, does not count, and neither do bytes once they are compressed.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The name of the spec and of its file, and the content.
const marker = 'way_of_spec';
// They call a function that they are given, and see no data.
const waiting = ['archive/src/write/patience.ts', 'files/src/patience.ts', 'spec/src/limit.ts'];

const files = new Set();
const texts = new Map();

/** The source file of a place in a built file, where comments name the sources. */
const sourceAt = (path, line) => {
  const [, name] = /\/packages\/([^/]+)\/dist\//.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (!texts.has(path)) texts.set(path, fs.readFileSync(path, 'utf8').split('\n'));
  const heading = texts
    .get(path)
    .slice(0, line)
    .findLast((text) => text.startsWith('// src/'));
  return heading && `${name}/${heading.slice(3)}`;
};

/** Notes the files whose functions are running, or wait for the one that is. */
const noteWay = () => {
  const { stack } = new Error();
  for (const [, url, line] of stack.matchAll(/(file:\/\/[^\s():]+):(\d+):\d+/g)) {
    const file = sourceAt(fileURLToPath(url), Number(line));
    if (file && !waiting.includes(file)) files.add(file);
  }
};

const carries = (value) =>
  (typeof value === 'string' && value.includes(marker)) ||
  (value instanceof Uint8Array && Buffer.from(value.buffer, value.byteOffset, value.length).includes(marker));

const original = { ...fs };
for (const [name, act] of Object.entries(original))
  if (typeof act === 'function' && /^[a-z]/.test(name))
    fs[name] = Object.assign(function (...args) {
      const isGiven = args.some(carries);
      const result = act.apply(this, args);
      // What was read is in the buffer now.
      if (isGiven || args.some(carries)) noteWay();
      return result;
    }, act);
syncBuiltinESMExports();
Error.stackTraceLimit = Number.POSITIVE_INFINITY;

const load = (name) => import(`../../packages/${name}/dist/index.js`);
const { compose, simpleFile, slice } = await load('spec');
const { collectInto, plan } = await load('engine');
const { createLocalHost } = await load('local-host');
const { archiveSink } = await load('archive');

const folder = original.mkdtempSync(join(tmpdir(), 'way-'));
try {
  const root = join(folder, 'root');
  original.mkdirSync(join(root, 'etc'), { recursive: true });
  original.writeFileSync(join(root, 'etc', marker), marker);
  const options = {
    get doc() {
      noteWay();
      return 'x';
    },
  };
  // A plan shares the specs of its catalog: what is read later is the path in the plan.
  let isPlanned = false;
  const spec = Object.defineProperty(simpleFile(`/etc/${marker}`, options), 'path', {
    get() {
      if (!isPlanned) noteWay();
      return `/etc/${marker}`;
    },
  });
  const catalog = compose(slice({ name: 'way', version: '1.0.0', specs: { [marker]: spec } }));
  const host = createLocalHost({ root });
  const sink = archiveSink(process.argv[2], { path: join(folder, 'archive') });
  const planned = await plan(catalog, { host });
  isPlanned = true;
  await collectInto(planned, { catalog, host, sink });
} finally {
  original.rmSync(folder, { recursive: true });
}
console.log(JSON.stringify([...files].sort()));
