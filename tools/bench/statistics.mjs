/** The value in the middle. */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The first and the third quarter. */
const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 4)], sorted[Math.ceil((sorted.length * 3) / 4) - 1]];
};

const round = (value) => Number(value.toPrecision(3));

/**
 * By runner, for every measure `{ median, ratio, spread }`: the ratio to the base's run of the same round, its median and
 * the quarters around it; and `failed`, how many runs did not end with 0.
 */
export const compare = (runs, base, measures = ['wall', 'cpu', 'peak', 'processes']) => {
  const of = (runner) => runs.filter((run) => run.runner === runner);
  const bases = new Map(of(base).map((run) => [run.round, run]));
  const entryOf = (own, measure) => {
    const ratios = own.map((run) => run[measure] / bases.get(run.round)[measure]);
    return {
      median: round(median(own.map((run) => run[measure]))),
      ratio: round(median(ratios)),
      spread: spread(ratios).map(round),
    };
  };
  return Object.fromEntries(
    [...new Set(runs.map(({ runner }) => runner))].map((runner) => {
      const own = of(runner);
      const failed = own.filter(({ status }) => status !== 0).length;
      return [runner, { failed, ...Object.fromEntries(measures.map((name) => [name, entryOf(own, name)])) }];
    }),
  );
};
