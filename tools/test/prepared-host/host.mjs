import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitWords } from '../../../packages/spec/dist/index.js';
import { root } from '../../workspace/root.mjs';

const script = fileURLToPath(new URL('enter.sh', import.meta.url));

/**
 * Prepares a host below `folder` with content for every entry of the catalog, according to `writeLayer`; `shared`
 * are folders that are the same inside, as the workspace is. Resolves to the words that run a command there, as root.
 */
export const prepareHost = async (folder, what, shared = []) => {
  const { defaultSpecs } = await import('../../../packages/default-specs/dist/index.js');
  const [layer, top] = ['layer', 'top'].map((name) => join(folder, name));
  for (const made of [layer, top]) mkdirSync(made);
  writeLayer(layer, defaultSpecs.specs, what);
  return ['unshare', '-m', '-p', '-f', 'sh', script, layer, top, root.replace(/\/$/, ''), ...shared, '--'];
};

/** The words that run a command, as root, on this machine without its other processes and what they write to /tmp. */
export const stillWords = (shared) => {
  const still = fileURLToPath(new URL('still.sh', import.meta.url));
  return ['unshare', '-m', '-p', '-f', 'sh', still, root.replace(/\/$/, ''), ...shared, '--'];
};

// The collectors themselves need these.
const kept = new Set(
  ['bin/sh', 'bin/env', 'bin/timeout', 'bin/which', 'bin/cp'].map((program) => `/usr/${program}`),
);

/**
 * Writes the files that make this machine a prepared host: for every program and path that specs name there is
 * something, what `program(path)` and `file(path)` give; two files match each pattern.
 */
const writeLayer = (layer, specs, { programs = [], files = [], program, file }) => {
  const write = (path, content, mode) => {
    const target = join(layer, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    chmodSync(target, mode);
  };
  const named = namedIn(specs);
  for (const path of new Set([...named.paths, ...files].map(realPath))) write(path, file(path), 0o644);
  for (const path of new Set([...named.programs, ...programs].map(realPath)))
    if (!kept.has(path)) write(path, program(path), 0o755);
};

/** Where a path leads on a machine whose /bin and /sbin are links. */
export const realPath = (path) => path.replace(/^\/(s?bin)\//, '/usr/$1/');

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

/** A path that a pattern matches. */
const example = (pattern, index) =>
  pattern
    .replace(/\[(!?)([^\]])[^\]]*\]/g, (_, not, first) => (not ? 'x' : first))
    .replace('*', `example${index}`)
    .replaceAll('*', 'x');
