/** The value in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const measures = ['wall', 'cpu', 'peak', 'processes'];

/** Medians of every runner, and their ratios to a base run of the same round, with the spread of the middle half. */
export function compare(runs, base) {
  const byRunner = Map.groupBy ? Map.groupBy(runs, (run) => run.runner) : group(runs);
  const bases = byRunner.get(base) ?? [];
  return Object.fromEntries(
    [...byRunner].map(([runner, own]) => {
      const entry = { failed: own.filter((run) => run.status !== 0).length };
      for (const measure of measures) {
        const ratios = own.flatMap((run, round) =>
          bases[round]?.[measure] ? [run[measure] / bases[round][measure]] : [],
        );
        const sorted = [...ratios].sort((a, b) => a - b);
        entry[measure] = {
          median: median(own.map((run) => run[measure])),
          ratio: median(ratios),
          spread: [sorted[Math.floor(sorted.length / 4)], sorted[Math.ceil((sorted.length * 3) / 4) - 1]],
        };
      }
      return [runner, entry];
    }),
  );
}

function group(runs) {
  const map = new Map();
  for (const run of runs) map.set(run.runner, [...(map.get(run.runner) ?? []), run]);
  return map;
}

/** A table of what `compare` found, for a person. */
export function table(compared) {
  const rows = [['', 'wall s', '× floor', 'CPU s', '× floor', 'peak MB', 'processes', 'failed']];
  for (const [runner, { wall, cpu, peak, processes, failed }] of Object.entries(compared))
    rows.push([
      runner,
      wall.median.toFixed(3),
      `${wall.ratio?.toFixed(2)} (${wall.spread.map((value) => value?.toFixed(2)).join('–')})`,
      cpu.median.toFixed(3),
      `${cpu.ratio?.toFixed(2)}`,
      (peak.median / 1e6).toFixed(0),
      String(processes.median),
      String(failed),
    ]);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}
