import { createHash } from 'node:crypto';

/**
 * At most `size` mutants of each file, drawn by a hash of what they change: the same ones are drawn every time. `factsOf`
 * gives `{ file, location, replacement }` of a mutant. Resolves to `{ chosen, counts }`, where `counts` is
 * `{ [file]: { chosen, all } }`. Without a size, all are chosen.
 */
export const sampleOf = (mutants, factsOf, size = Number.POSITIVE_INFINITY) => {
  const files = [...new Set(mutants.map((mutant) => factsOf(mutant).file))];
  const drawn = files.map((file) => {
    const all = mutants.filter((mutant) => factsOf(mutant).file === file);
    return { file, all, chosen: first(all, factsOf, size) };
  });
  return {
    chosen: drawn.flatMap(({ chosen }) => chosen),
    counts: Object.fromEntries(
      drawn.map(({ file, all, chosen }) => [file, { chosen: chosen.length, all: all.length }]),
    ),
  };
};

const first = (all, factsOf, size) => {
  if (all.length <= size) return all;
  const lots = new Map(all.map((mutant) => [mutant, lotOf(factsOf(mutant))]));
  const drawn = [...all].sort((one, other) => (lots.get(one) < lots.get(other) ? -1 : 1)).slice(0, size);
  // In the order of the file, where neighbours are caught by the same tests.
  return all.filter((mutant) => drawn.includes(mutant));
};

const lotOf = ({ file, location, replacement }) =>
  createHash('sha256')
    .update(JSON.stringify([file, location, replacement]))
    .digest('hex');
