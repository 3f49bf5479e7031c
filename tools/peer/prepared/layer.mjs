import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitWords } from '../../../packages/spec/dist/index.js';
import { answers } from './answers.mjs';
import { files } from './files.mjs';

// The collectors themselves need these.
const kept = new Set([
  '/bin/sh',
  '/usr/bin/sh',
  '/usr/bin/env',
  '/usr/bin/timeout',
  '/usr/bin/which',
  '/bin/cp',
]);
const everyLine = 'key = value\n# a remark\n';

/** Writes the files that make this machine the prepared host: for every program of a catalog and every path there is something. */
export const writeLayer = (layer, specs) => {
  const write = (path, content, mode = 0o644) => {
    const file = join(layer, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  const { programs, paths } = namedIn(specs);
  const known = Object.fromEntries(Object.entries(answers).map(([path, answer]) => [realPath(path), answer]));
  for (const path of paths) write(path, everyLine);
  for (const [path, content] of Object.entries(files)) write(path, content);
  for (const program of new Set([...programs, ...Object.keys(known)].map(realPath)))
    if (!kept.has(program)) write(program, stub(known[program] ?? {}), 0o755);
};

/** Where a path leads on a machine whose /bin and /sbin are links. */
const realPath = (path) => path.replace(/^\/(s?bin)\//, '/usr/$1/');

/** The programs and paths that specs name, each pattern as two paths that it matches; not those of the kernel. */
const namedIn = (specs) => {
  const programs = new Set();
  const paths = new Set();
  const visit = (spec) => {
    if (spec.command && !spec.command.startsWith('%') && spec.container === undefined) {
      const [program] = splitWords(spec.command);
      programs.add(program.includes('/') ? program : `/usr/bin/${program}`);
    }
    for (const path of [spec.path ?? [], spec.paths ?? []].flat()) if (!path.includes('%s')) paths.add(path);
    for (const pattern of spec.patterns ?? []) for (const index of [1, 2]) paths.add(example(pattern, index));
    for (const inner of [spec.spec ?? [], spec.specs ?? []].flat()) visit(inner);
  };
  for (const spec of Object.values(specs)) visit(spec);
  const absolute = [...paths].map((path) =>
    `${path.startsWith('/') ? '' : '/'}${path}`
      .replaceAll('<vendor>', 'redhat')
      .replaceAll('<client>', 'insights'),
  );
  return { programs, paths: absolute.filter((path) => !/^\/(proc|sys|dev|run)\/|\/$/.test(path)) };
};

const example = (pattern, index) =>
  pattern
    .replace(/\[!?([^\]])[^\]]*\]/g, '$1')
    .replace(/\*/, `example${index}`)
    .replaceAll('*', 'x');

/** A program that prints what is known of its arguments, by the words that they hold, else these and its own name. */
const stub = (known) => {
  const cases = Object.entries(known).map(
    ([args, output]) => `${args.split('…').map(quote).join('*')}) printf %s ${quote(output)}; exit;;`,
  );
  return `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\nprintf '%s\\n' "$0" "$@"\n`;
};

const quote = (text) => (text === '' ? "''" : `'${text.replaceAll("'", `'\\''`)}'`);
