import { dirname, posix } from 'node:path';
import { importsOf, sourcesOf } from './sources.mjs';

// Each of these describes one thing in several files: types that refer to each other, and a host made of its parts.
const allowed = ['src/condition.ts', 'src/components.ts'];

/** Modules of a package that import each other in a circle, counting imports of types and `import()`. */
export const circleViolations = (each) => {
  const sources = sourcesOf(each).filter(({ isTest }) => !isTest);
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(dirname(file), specifier.replace(/\.js$/, '.ts'))),
    ]),
  );
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const circles = [...reached].map(([file, others]) =>
    others.has(file) ? [...others].filter((other) => reached.get(other)?.has(file)).sort() : [],
  );
  return [...new Set(circles.filter(({ length }) => length > 0).map((files) => files.join(', ')))]
    .filter((files) => !allowed.some((file) => files.split(', ').includes(file)))
    .map((files) => `${files} import each other in a circle`);
};

const reachedFrom = (start, imports) => {
  const reached = new Set(imports.get(start));
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
  return reached;
};
