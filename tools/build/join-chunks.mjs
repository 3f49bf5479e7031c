import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { tsconfig } from './projects.mjs';

// Larger chunks stay alone: a command that needs a small one should not load them.
const largest = 32 * 1024;

const importsOf = ({ imports }) =>
  imports.flatMap(({ path, kind, external }) => (kind === 'import-statement' && !external ? [path] : []));

/** The path of a chunk, and of all that it imports, except by `import()`. */
const withImports = (outputs, path, found = new Set()) => {
  if (found.has(path)) return found;
  found.add(path);
  for (const each of importsOf(outputs[path])) withImports(outputs, each, found);
  return found;
};

/**
 * The chunks to join with each other, by stage. `stages` has the entry points that load one after the other, as lists of patterns of their sources; the
 * chunks of the first stage stay as they are. Chunks also stay if they are large, load a large one or are loaded by `import()`.
 */
export const chunksToJoin = (outputs, stages) => {
  const isSmall = (path) => outputs[path].bytes <= largest;
  const canJoin = (path) =>
    outputs[path].entryPoint === undefined && [...withImports(outputs, path)].every(isSmall);
  const loaded = new Set();
  const [, ...later] = stages.map((patterns) => {
    const entries = Object.keys(outputs).filter((path) =>
      patterns.some((pattern) => pattern.test(outputs[path].entryPoint ?? '')),
    );
    const paths = entries.flatMap((path) => [...withImports(outputs, path)]);
    const added = [...new Set(paths)].filter((path) => !loaded.has(path));
    for (const path of added) loaded.add(path);
    return added.filter(canJoin).sort();
  });
  return later;
};

/** The name in the joined chunk of what its part of this number exports as `name`. Short, because every chunk that imports it repeats it. */
const joinedName = (number, name) => `${name}_${number}`;

/** Joins chunks of a build in `directory` to one for each stage, and lets the others import these. */
export const joinChunks = async (directory, outputs, stages) => {
  const joined = new Map();
  const files = Object.keys(outputs).filter((path) => path.endsWith('.js'));
  for (const [stage, paths] of chunksToJoin(outputs, stages).entries()) {
    if (paths.length === 0) continue;
    const name = `joined${stage + 1}.js`;
    const file = join(dirname(paths[0]), name);
    await joinAs(join(directory, file), outputs, paths);
    files.push(file);
    for (const [number, path] of paths.entries()) joined.set(basename(path), { name, number });
  }
  for (const path of files) {
    const file = join(directory, path);
    if (joined.has(basename(path))) rmSync(file);
    else writeFileSync(file, importingJoined(readFileSync(file, 'utf8'), joined));
  }
};

const joinAs = async (outfile, outputs, paths) => {
  const names = new Set(paths.map((path) => basename(path)));
  const lines = paths.map((path, number) => {
    const exported = outputs[path].exports.map((name) => `${name} as ${joinedName(number, name)}`);
    return `export { ${exported.join()} } from './${basename(path)}';\n`;
  });
  await build({
    stdin: { contents: lines.join(''), resolveDir: dirname(outfile) },
    outfile,
    tsconfig,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    minify: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'others-outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ path }) =>
            names.has(basename(path)) ? undefined : { path, external: true },
          ),
      },
    ],
  });
};

const importStatement = /\bimport(?:\{([^}]*)\}from)?"(\.\/(?:chunks\/)?)(\w+\.js)";/g;

/** The text of a chunk with its imports from joined chunks; `joined` has the new file of each, and its number there. */
const importingJoined = (text, joined) =>
  text.replace(importStatement, (whole, names, folder, chunk) => {
    const part = joined.get(chunk);
    if (part === undefined) return whole;
    const from = `"${folder}${part.name}";`;
    if (names === undefined) return `import${from}`;
    const renamed = names.split(',').map((each) => {
      const [its, own = its] = each.split(' as ');
      return `${joinedName(part.number, its)} as ${own}`;
    });
    return `import{${renamed.join()}}from${from}`;
  });
